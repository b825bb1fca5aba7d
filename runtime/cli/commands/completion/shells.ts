/** The shells that completion speaks to. */

export const SHELLS = ["bash", "zsh", "fish", "pwsh"] as const;
export type Shell = (typeof SHELLS)[number];
