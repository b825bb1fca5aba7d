/** One connection to a database, as far as preparing it needs one. Whoever has a session has all
 *  of it: nothing else is said over it in between. */

export type SqlRow = Readonly<Record<string, unknown>>;

/** Every call throws what the server answers with; a session that threw can still be closed.
 *  A statement that fails ends its transaction, not only itself. */
export type SqlSession = {
  /** Parameters are `@1`, `@2` and so on in the text. */
  readonly query: (text: string, parameters: readonly unknown[]) => Promise<readonly SqlRow[]>;
  readonly begin: () => Promise<void>;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
  readonly close: () => Promise<void>;
};
