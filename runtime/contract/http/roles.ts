/** Who may do what (M-104, X-76). App roles of the registration; a caller may have several.
 *  Reading needs any of them; a policy names those that are enough. */

export const ROLES = ["Admin", "Operator", "Reader", "Auditor"] as const;
export type Role = (typeof ROLES)[number];

/** What a person's program must have been allowed to ask for: one scope for all of the API, because
 *  roles say what the person may do. */
export const API_SCOPE = "access";

/** `public`: nobody need sign in. `authenticated`: any role. `operator`: keeps work going, and
 *  decides nothing that was not decided by an Admin before. `auditor`: sees who did what. */
export const POLICIES = {
  public: [],
  authenticated: ROLES,
  operator: ["Admin", "Operator"],
  admin: ["Admin"],
  auditor: ["Admin", "Auditor"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Policy = keyof typeof POLICIES;

export const mayUse = (policy: Policy, roles: readonly Role[]): boolean =>
  policy === "public" || roles.some((role) => (POLICIES[policy] as readonly Role[]).includes(role));
