/** How Exchange's admin endpoint says no: a cmdlet's exception inside a general sentence. */

import type { JsonObject } from "../../../contract/json-object.ts";
import { type Answer, answered, type Decision, json } from "../answer.ts";

export type CmdletProblem = {
  readonly status: number;
  /** The exception's class, as PowerShell prints it. */
  readonly exception: string;
  readonly message: string;
};

function exchangeError({ status, exception, message }: CmdletProblem): Answer {
  const text = exception === "" ? message : `${exception}|${message}`;
  return json(status, {
    error: {
      code: status === 404 ? "NotFound" : status === 401 ? "Unauthorized" : "BadRequest",
      message: "Error executing cmdlet",
      details: [{ code: "Context", target: "", message: text }],
      innererror: {
        message: "Error executing cmdlet",
        type: "Microsoft.Exchange.Admin.OData.Core.ODataServiceException",
        internalexception: { message, type: exception.split("|").at(-1) ?? "" },
      },
      "adminapi.warnings@odata.type": "#Collection(String)",
      "@adminapi.warnings": [],
    },
  });
}

export const failed = (problem: CmdletProblem): Decision => answered(exchangeError(problem));

export const rows = (values: readonly JsonObject[], nextLink: string | null = null): Answer =>
  json(200, {
    "adminapi.warnings@odata.type": "#Collection(String)",
    "@adminapi.warnings": [],
    ...(nextLink === null ? {} : { "@odata.nextLink": nextLink }),
    value: values,
  });

export const noObject = (identity: string): CmdletProblem => ({
  status: 404,
  exception: "Ex6F9304|Microsoft.Exchange.Configuration.Tasks.ManagementObjectNotFoundException",
  message:
    `The operation couldn't be performed because object '${identity}' couldn't be found ` +
    "on 'SIM01.PROD.OUTLOOK.COM'.",
});

export const wrongParameter = (message: string): CmdletProblem => ({
  status: 400,
  exception: "ExA6BF9E|Microsoft.Exchange.Configuration.Tasks.ParameterBindingException",
  message,
});

export const addressTaken = (address: string, owner: string): CmdletProblem => ({
  status: 400,
  exception: "Ex090DE4|Microsoft.Exchange.Management.Tasks.ProxyAddressExistsException",
  message:
    `The proxy address "${address}" is already being used by the proxy addresses or ` +
    `LegacyExchangeDN of "${owner}". Please choose another proxy address.`,
});
