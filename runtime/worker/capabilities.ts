/** What of a tenant a function may need, as workers name it: who may not use it has the function
 *  disabled. */
export const TENANT_CAPABILITIES = ["entra", "exchange", "alerts"] as const;
