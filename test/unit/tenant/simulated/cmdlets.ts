/** Cmdlets that are run in a simulated tenant, and mail users that are made by them. */
import type { Asked } from "./tenant-under-test.ts";

export const GUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

export const run = async ({ ask, tenant }: Asked, CmdletName: string, Parameters: object) =>
  ask("POST", `/exchange/adminapi/beta/${tenant.tenantId}/InvokeCommand`, {
    CmdletInput: { CmdletName, Parameters },
  });

export const mailUser = (name: string, outside: string) => ({
  Name: name,
  MicrosoftOnlineServicesID: `${name}@contoso.example`,
  ExternalEmailAddress: outside,
  Password: "Tr0ub4dor&3",
});

/** A mail user whose first address is its name. */
export const makeUser = async (tenant: Asked, name: string): Promise<string> => {
  const address = `${name}@contoso.example`;
  const { body } = await run(tenant, "New-MailUser", mailUser(name, address));
  return body.value[0].ExternalDirectoryObjectId;
};

export const reason = (body: { error: { details: { message: string }[] } }): string =>
  body.error.details[0]?.message ?? "";
