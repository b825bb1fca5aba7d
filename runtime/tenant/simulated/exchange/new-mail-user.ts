/** New-MailUser: an account of the directory and its side in Exchange, made in one go. The address
 *  outside becomes the primary one, as Exchange Online does it. Enable-MailUser does not exist
 *  here, as it does not in Exchange Online. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision } from "../answer.ts";
import { isNameTaken, ownerOfAddress } from "../graph/find-object.ts";
import { freshUserId, nameProblem } from "../graph/write-user.ts";
import type { User } from "../objects.ts";
import { hasRoom } from "../views.ts";
import type { Scene } from "../world.ts";
import {
  addressTaken,
  type CmdletProblem,
  failed,
  rows,
  wrongParameter,
} from "./exchange-errors.ts";
import { newSide } from "./mail-side.ts";
import { rowOf } from "./recipient-rows.ts";
import { invalidAddress, isSmtp } from "./set-recipient.ts";

const MANDATORY = ["Name", "MicrosoftOnlineServicesID", "ExternalEmailAddress", "Password"];
const KNOWN: readonly string[] = [...MANDATORY, "DisplayName", "ErrorAction"];

export function newMailUser(scene: Scene, parameters: JsonObject): Decision {
  const problem = problemOf(scene, parameters);
  if (problem !== null) return failed(problem);
  const name = String(parameters["MicrosoftOnlineServicesID"]);
  const outside = String(parameters["ExternalEmailAddress"]).replace(/^smtp:/i, "");
  const user: User = {
    id: freshUserId(scene, name),
    userPrincipalName: name,
    displayName: String(parameters["DisplayName"] ?? parameters["Name"]),
    mailNickname: name.slice(0, name.indexOf("@")),
    mail: outside,
    proxyAddresses: [`SMTP:${outside}`],
    accountEnabled: true,
    userType: "Member",
    creationType: null,
    createdDateTime: new Date(scene.now).toISOString(),
  };
  const side = newSide(outside);
  return answered(rows([rowOf(user, side, false)]), [
    { table: "users", key: user.id, value: user },
    { table: "mail", key: user.id, value: side },
  ]);
}

function problemOf(scene: Scene, parameters: JsonObject): CmdletProblem | null {
  const unknown = Object.keys(parameters).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    const message = `A parameter cannot be found that matches parameter name '${unknown}'.`;
    return wrongParameter(message);
  }
  const missing = MANDATORY.find((name) => typeof parameters[name] !== "string");
  if (missing !== undefined) {
    const message = "Cannot process command because of one or more missing mandatory parameters";
    return wrongParameter(`${message}: ${missing}.`);
  }
  const name = String(parameters["MicrosoftOnlineServicesID"]);
  if (isNameTaken(scene, name, "")) return nameTaken(name);
  const refused = nameProblem(scene, name, "");
  if (refused !== null) return wrongParameter(refused.message);
  const outside = String(parameters["ExternalEmailAddress"]);
  if (!isSmtp(outside)) return invalidAddress(outside);
  const owner = ownerOfAddress(scene, outside, "");
  if (owner !== null) return addressTaken(outside, owner);
  return hasRoom(scene, "users") ? null : wrongParameter("The quota of recipients is used up.");
}

const nameTaken = (name: string): CmdletProblem => ({
  status: 400,
  exception: "ExC3E6A1|Microsoft.Exchange.Data.Directory.WLCDManagedMemberExistsException",
  message: `The user name "${name}" already exists. Please try another name.`,
});
