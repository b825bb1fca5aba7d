/** Members in portions, and waiting: what several peers need to be driven. */

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Members in groups of so many, as each engine likes to be handed them. */
export const chunks = (members: number, size: number): readonly (readonly number[])[] =>
  range(0, Math.ceil(members / size)).map((chunk) =>
    range(chunk * size, Math.min(members, (chunk + 1) * size)),
  );

export const pauseMs = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until it is so. Whoever started the process ends it when that takes too long. */
export async function until(isSo: () => Promise<boolean>, everyMs: number): Promise<void> {
  while (!(await isSo())) await pauseMs(everyMs);
}
