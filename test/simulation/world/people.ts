/** The operators of the simulated platform. */
export const ADMINS = ["ada@example.org", "bo@example.org"] as const;
