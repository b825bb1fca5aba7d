/** Exchange's admin endpoint: `POST /adminapi/beta/{tenant}/InvokeCommand`, one cmdlet each time.
 *  Cmdlets that runbooks do not use are unknown here. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision, type Handler } from "../answer.ts";
import { membersSeen } from "../graph/members-seen.ts";
import type { User } from "../objects.ts";
import { callerOf } from "../tokens.ts";
import { see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { failed, noObject, rows, wrongParameter } from "./exchange-errors.ts";
import { findRecipient } from "./find-recipient.ts";
import { isMailbox, isRecipient } from "./mail-side.ts";
import { allMoves, getMove, newMove, removeMove, resumeMove } from "./moves.ts";
import { newMailUser } from "./new-mail-user.ts";
import { showGroupRecipient, showRecipient } from "./recipient-rows.ts";
import { type Page, type PlacedRow, paged, pageOf } from "./row-pages.ts";
import { setRecipient } from "./set-recipient.ts";

type Cmdlet = (scene: Scene, parameters: JsonObject, page: Page) => Decision;

const RESULT_SIZE = 1_000;

const getRecipient: Cmdlet = (scene, parameters, page) => {
  const identity = parameters["Identity"];
  if (identity === undefined) return listRecipients(scene, parameters, page, () => true);
  const found = findRecipient(scene, String(identity));
  if (found === null) return failed(noObject(String(identity)));
  return answered(
    rows([
      found.kind === "group" ? showGroupRecipient(found.group) : showRecipient(scene, found.user),
    ]),
  );
};

/** Get-MailUser and Get-Mailbox see their own kind only. */
const getKind =
  (mailbox: boolean): Cmdlet =>
  (scene, parameters, page) => {
    const isKind = (user: User) => isMailbox(scene, "exchange", user.id) === mailbox;
    const identity = parameters["Identity"];
    if (identity === undefined) return listRecipients(scene, parameters, page, isKind);
    return withUser(scene, parameters, (user) =>
      isKind(user)
        ? answered(rows([showRecipient(scene, user)]))
        : failed(noObject(String(identity))),
    );
  };

function listRecipients(
  scene: Scene,
  parameters: JsonObject,
  page: Page,
  isWanted: (user: User) => boolean,
): Decision {
  const max = sizeOf(parameters);
  const found: PlacedRow[] = [];
  for (const { seq, value } of seeAll(scene, "exchange", "users")) {
    if (found.length >= max) break;
    const isShown = isRecipient(scene, "exchange", value) && isWanted(value);
    if (isShown) found.push({ seq, row: showRecipient(scene, value) });
  }
  return paged(page, found);
}

function sizeOf(parameters: JsonObject): number {
  const size = parameters["ResultSize"];
  if (size === "Unlimited") return Number.MAX_SAFE_INTEGER;
  return Number.isInteger(Number(size)) && Number(size) > 0 ? Number(size) : RESULT_SIZE;
}

const getGroupMembers: Cmdlet = (scene, parameters, page) => {
  const identity = String(parameters["Identity"]);
  const found = findRecipient(scene, identity);
  if (found?.kind !== "group") return failed(noObject(identity));
  const members = membersSeen(scene, "exchange", found.group.id)
    .slice(0, sizeOf(parameters))
    .flatMap((id): readonly PlacedRow[] => {
      const seq = scene.world.tables.members.get(`${found.group.id}/${id}`)?.seq ?? -1;
      const user = see(scene, "exchange", "users", id);
      if (user !== null) {
        return isRecipient(scene, "exchange", user)
          ? [{ seq, row: showRecipient(scene, user) }]
          : [];
      }
      const group = see(scene, "exchange", "groups", id);
      return group === null ? [] : [{ seq, row: showGroupRecipient(group) }];
    });
  return paged(page, members);
};

function withUser(scene: Scene, parameters: JsonObject, then: (user: User) => Decision): Decision {
  const identity = String(parameters["Identity"] ?? "");
  const found = identity === "" ? null : findRecipient(scene, identity);
  return found?.kind === "user" ? then(found.user) : failed(noObject(identity));
}

const CMDLETS: ReadonlyMap<string, Cmdlet> = new Map<string, Cmdlet>(
  Object.entries({
    "get-recipient": getRecipient,
    "get-mailuser": getKind(false),
    "get-mailbox": getKind(true),
    "get-distributiongroupmember": getGroupMembers,
    "new-mailuser": newMailUser,
    "set-mailuser": (scene, parameters) =>
      withUser(scene, parameters, (user) => setRecipient(scene, user, "Set-MailUser", parameters)),
    "set-mailbox": (scene, parameters) =>
      withUser(scene, parameters, (user) => setRecipient(scene, user, "Set-Mailbox", parameters)),
    "new-moverequest": (scene, parameters) =>
      withUser(scene, parameters, (user) => newMove(scene, user, parameters)),
    "get-moverequest": (scene, parameters, page) =>
      parameters["Identity"] === undefined
        ? paged(page, allMoves(scene))
        : withUser(scene, parameters, (user) => getMove(scene, user)),
    "get-moverequeststatistics": (scene, parameters) =>
      withUser(scene, parameters, (user) => getMove(scene, user)),
    "resume-moverequest": (scene, parameters) =>
      withUser(scene, parameters, (user) => resumeMove(scene, user)),
    "remove-moverequest": (scene, parameters) =>
      withUser(scene, parameters, (user) => removeMove(scene, user)),
  } satisfies Record<string, Cmdlet>),
);

/** What a cmdlet that reads takes. Whatever else would choose among the recipients, and must not
 *  be left out. */
const READING: readonly string[] = ["Identity", "ResultSize", "ErrorAction"];

function unknownParameter(cmdlet: string, parameters: JsonObject): string | undefined {
  if (!cmdlet.startsWith("get-")) return undefined;
  return Object.keys(parameters).find((name) => !READING.includes(name));
}

export const exchange: Handler = (scene, request) => {
  const caller = callerOf(scene, "exchange", request);
  if (caller.kind === "unknown") {
    return failed({ status: 401, exception: "", message: caller.reason });
  }
  const [api, version, tenant, command, ...rest] = request.path.map((part) => part.toLowerCase());
  const { tenantId, domains } = scene.world.settings;
  const isHere = tenant === tenantId || domains.includes(tenant ?? "");
  const isPath = api === "adminapi" && version === "beta" && command === "invokecommand";
  if (!isPath || !isHere || rest.length > 0 || request.method !== "POST") {
    return failed({ status: 404, exception: "", message: "No such resource." });
  }
  if (!caller.roles.includes("Exchange.ManageAsApp")) {
    const message = "The role assigned to application isn't supported in this scenario.";
    return failed({ status: 403, exception: "", message });
  }
  const input = isJsonObject(request.body) ? request.body["CmdletInput"] : undefined;
  if (!isJsonObject(input) || typeof input["CmdletName"] !== "string") {
    return failed(wrongParameter("CmdletInput with a CmdletName is required."));
  }
  const name = input["CmdletName"].toLowerCase();
  const cmdlet = CMDLETS.get(name);
  if (cmdlet === undefined) {
    const message = `The term '${input["CmdletName"]}' is not recognized as the name of a cmdlet.`;
    const exception = "System.Management.Automation.CommandNotFoundException";
    return failed({ status: 400, exception, message });
  }
  const parameters = isJsonObject(input["Parameters"]) ? input["Parameters"] : {};
  const unknown = unknownParameter(name, parameters);
  if (unknown !== undefined) {
    const message = `A parameter cannot be found that matches parameter name '${unknown}'.`;
    return failed(wrongParameter(message));
  }
  const page = pageOf(scene, request);
  if (page === null) return failed(wrongParameter("The page that is asked for is none."));
  return cmdlet(scene, parameters, page);
};
