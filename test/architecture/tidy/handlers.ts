/** One message, one handler: contract/messages/x.ts is answered by at most one on-x.ts. */

import type { Finding } from "./source.ts";

const HANDLER = /^runtime\/orchestrator\/(?:.+\/)?on-(?<message>[^/]+)\.ts$/;

export const handlers = (paths: readonly string[]): readonly Finding[] => {
  const answered = new Map<string, string>();
  return paths.flatMap((path): readonly Finding[] => {
    const message = HANDLER.exec(path)?.groups?.["message"];
    if (message === undefined) return [];
    const first = answered.get(message);
    answered.set(message, first ?? path);
    if (first === undefined) return [];
    return [{ path, line: 1, advice: `merge with ${first}: one message has one handler` }];
  });
};
