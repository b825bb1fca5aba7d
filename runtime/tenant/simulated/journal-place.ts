/** Where the lines of a tenant's journal are kept, as a port: the host owns the place. */

export type TenantJournal = {
  /** Everything kept so far; empty for a new tenant. */
  readonly read: () => string;
  /** Kept when it returns, with a line end behind it. */
  readonly append: (line: string) => void;
  /** All or nothing: after a crash either the old text is there or the new one. */
  readonly replace: (text: string) => void;
};
