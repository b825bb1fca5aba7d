/** What every tidy check works on: a file's path and text in, findings out. No check reads the
 *  disk, so each can be shown a violating sample. */

export type Source = { readonly path: string; readonly text: string };

/** A broken rule: where, and what to do about it. */
export type Finding = { readonly path: string; readonly line: number; readonly advice: string };

export type Check = (source: Source) => readonly Finding[];

export const isCode = (path: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);

export const isTest = (path: string): boolean => /\.test\.ts$/.test(path);

/** The tidy checks and their samples spell out what they forbid. */
export const isOwnSample = (path: string): boolean => /^test\/architecture\/tidy/.test(path);

/** A finding for each line that gets advice. */
export const eachLine = (
  { path, text }: Source,
  adviceFor: (line: string) => string | undefined,
): readonly Finding[] =>
  text.split("\n").flatMap((line, index): readonly Finding[] => {
    const advice = adviceFor(line);
    return advice === undefined ? [] : [{ path, line: index + 1, advice }];
  });
