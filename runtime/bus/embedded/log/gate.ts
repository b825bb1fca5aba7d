/** A promise that is kept or not: answers wait behind it until their records are durable. */

export type Gate = {
  readonly passed: Promise<boolean>;
  readonly open: (kept: boolean) => void;
};

export function gate(): Gate {
  let open = (_kept: boolean): void => {};
  const passed = new Promise<boolean>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
