/** Times and numbers as reasons say them. */

/** `2026-03-02 08:00:05 UTC`. */
export const at = (instant: Date | null): string =>
  instant === null
    ? "an unknown time"
    : `${instant.toISOString().slice(0, 19).replace("T", " ")} UTC`;

export const by = (instant: Date): string => `at ${at(instant)}`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
