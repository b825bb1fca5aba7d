/** Who a simulated tenant is: fixed when it starts. */

export type CompanySize = { readonly people: number; readonly domain: string };

/** A registered application: what it proves itself with and what it was consented to. */
export type TenantApp = {
  readonly clientId: string;
  readonly secret: string;
  /** Application permissions, as Graph and Exchange name them. */
  readonly roles: readonly string[];
};

export type TenantSettings = {
  readonly seed: string;
  readonly tenantId: string;
  /** Verified domains; the first one is the initial `.onmicrosoft.com`-like one. */
  readonly domains: readonly string[];
  readonly subscriptionId: string;
  readonly apps: readonly TenantApp[];
  readonly tokenLifetimeSec: number;
  /** `http://127.0.0.1:port`, for links in answers. */
  readonly origin: string;
};

/** What the worker's functions need in all, and no more (AZURE.md section 7). */
export const WORKER_ROLES: readonly string[] = [
  "User.ReadWrite.All",
  "GroupMember.ReadWrite.All",
  "User.Invite.All",
  "User-ConvertToInternal.ReadWrite.All",
  "Mail.Send",
  "Exchange.ManageAsApp",
];
