/** What a process that died never learns: the call is made or not, and never answers. */
export const never = <Value>(): Promise<Value> => new Promise(() => {});
