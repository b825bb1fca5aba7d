/** What people and programs may be to the API. Pure. The ids are ours and never change: tokens
 *  and assignments refer to them. */
import { API_SCOPE } from "../../runtime/contract/http/roles.ts";

export const APP_ROLES = {
  Admin: {
    id: "6f1c0c8e-6f0b-4c0e-9a53-5d0f6d7c1a01",
    description: "Publishes runbooks, makes and cancels batches, and changes what runs.",
  },
  Operator: {
    id: "6f1c0c8e-6f0b-4c0e-9a53-5d0f6d7c1a02",
    description: "Watches, retries, approves and moves on what needs attention.",
  },
  Reader: {
    id: "6f1c0c8e-6f0b-4c0e-9a53-5d0f6d7c1a03",
    description: "Sees everything and changes nothing.",
  },
  Auditor: {
    id: "6f1c0c8e-6f0b-4c0e-9a53-5d0f6d7c1a04",
    description: "Sees everything, also who looked at what, and changes nothing.",
  },
} as const satisfies Readonly<
  Record<string, { readonly id: string; readonly description: string }>
>;

/** What a client asks for on behalf of a person; what the person may do is said by the role. */
export const ACCESS_SCOPE = {
  id: "6f1c0c8e-6f0b-4c0e-9a53-5d0f6d7c1a10",
  value: API_SCOPE,
} as const;

/** People hold any role; programs hold any too, but nothing assigns them Admin by itself. */
export const roleSettings = () =>
  Object.entries(APP_ROLES).map(([value, { id, description }]) => ({
    id,
    value,
    displayName: value,
    description,
    allowedMemberTypes: ["User", "Application"],
    enabled: true,
  }));

export const scopeSettings = () => [
  {
    ...ACCESS_SCOPE,
    type: "User",
    enabled: true,
    adminConsentDisplayName: "Use Drover",
    adminConsentDescription: "Lets the client call Drover as the signed-in person.",
    userConsentDisplayName: "Use Drover",
    userConsentDescription: "Lets the client call Drover as you.",
  },
];
