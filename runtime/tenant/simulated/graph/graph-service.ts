/** Graph's paths. What the beta version has and v1.0 has not is only there under `beta`. */
import { answered, type Handler } from "../answer.ts";
import { findRoute, isOpen, type Route, route } from "../routes.ts";
import { callerOf, challengeOf } from "../tokens.ts";
import { getDeleted, listDeleted, purgeDeleted, restoreDeleted } from "./deleted-items.ts";
import { badQuery, graphError, refuse } from "./graph-errors.ts";
import { countGroups, createGroup, deleteGroup, getGroup, listGroups } from "./groups.ts";
import { convertToInternal, createInvitation } from "./invitations.ts";
import { getManager, removeManager, setManager } from "./managers.ts";
import { checkMemberGroups, getMemberGroups } from "./member-groups.ts";
import { addMember, bindMembers, listMemberOf, listMembers, removeMember } from "./members.ts";
import { countUsers, getUser, listUsers } from "./read-user.ts";
import { sendMail } from "./send-mail.ts";
import { createUser, deleteUser, setsAccountEnabledAlone, updateUser } from "./write-user.ts";

const WRITE_USERS = ["User.ReadWrite.All", "Directory.ReadWrite.All"];
const DELETE_USERS = [...WRITE_USERS, "User.DeleteRestore.All"];
const READ_USERS = [...WRITE_USERS, "User.Read.All", "Directory.Read.All"];
const WRITE_GROUPS = ["Group.ReadWrite.All", "Directory.ReadWrite.All"];
const WRITE_MEMBERS = ["GroupMember.ReadWrite.All", ...WRITE_GROUPS];
const READ_MEMBERS = [
  ...WRITE_MEMBERS,
  "GroupMember.Read.All",
  "Group.Read.All",
  "Directory.Read.All",
];

const ROUTES: readonly Route[] = [
  route("POST", "users", WRITE_USERS, createUser),
  route("GET", "users", READ_USERS, listUsers),
  route("GET", "users/$count", READ_USERS, countUsers),
  route("GET", "users/*", READ_USERS, getUser),
  route("PATCH", "users/*", WRITE_USERS, updateUser, {
    roles: ["User.EnableDisableAccount.All", "User.Read.All"],
    isFor: setsAccountEnabledAlone,
  }),
  route("DELETE", "users/*", DELETE_USERS, deleteUser),
  route("GET", "users/*/manager", READ_USERS, getManager),
  route("PUT", "users/*/manager/$ref", WRITE_USERS, setManager),
  route("DELETE", "users/*/manager/$ref", WRITE_USERS, removeManager),
  route("POST", "users/*/sendMail", ["Mail.Send"], sendMail),
  route("POST", "invitations", ["User.Invite.All", ...WRITE_USERS], createInvitation),
  route("GET", "directory/deletedItems/microsoft.graph.user", READ_USERS, listDeleted),
  route("GET", "directory/deletedItems/*", READ_USERS, getDeleted),
  route("DELETE", "directory/deletedItems/*", DELETE_USERS, purgeDeleted),
  route("POST", "directory/deletedItems/*/restore", DELETE_USERS, restoreDeleted),
  route("POST", "users/*/checkMemberGroups", READ_MEMBERS, checkMemberGroups),
  route("POST", "users/*/getMemberGroups", READ_MEMBERS, getMemberGroups),
  route("GET", "users/*/memberOf", READ_MEMBERS, listMemberOf),
  route("GET", "users/*/transitiveMemberOf", READ_MEMBERS, listMemberOf),
  route("GET", "groups", READ_MEMBERS, listGroups),
  route("POST", "groups", WRITE_GROUPS, createGroup),
  route("GET", "groups/$count", READ_MEMBERS, countGroups),
  route("GET", "groups/*", READ_MEMBERS, getGroup),
  route("PATCH", "groups/*", WRITE_MEMBERS, bindMembers),
  route("DELETE", "groups/*", WRITE_GROUPS, deleteGroup),
  route("GET", "groups/*/members", READ_MEMBERS, listMembers),
  route("POST", "groups/*/members/$ref", WRITE_MEMBERS, addMember),
  route("DELETE", "groups/*/members/*/$ref", WRITE_MEMBERS, removeMember),
  route("DELETE", "groups/*/members/*", WRITE_USERS, removeMember),
];

const CONVERT = ["User-ConvertToInternal.ReadWrite.All", ...WRITE_USERS];

const BETA: readonly Route[] = [
  ...ROUTES,
  route("POST", "users/*/convertExternalToInternalMemberUser", CONVERT, convertToInternal),
];

export const graph: Handler = (scene, request) => {
  const [version, ...path] = request.path;
  const routes = version === "v1.0" ? ROUTES : version === "beta" ? BETA : [];
  const caller = callerOf(scene, "graph", request);
  if (caller.kind === "unknown") {
    const problem = { status: 401, code: "InvalidAuthenticationToken", message: caller.reason };
    const answer = graphError(scene, request, problem);
    return answered({ ...answer, headers: challengeOf(scene, "graph") });
  }
  const found = findRoute(routes, request.method, path);
  if (found.kind === "no-path") {
    const named = path.at(-1) ?? "";
    return refuse(scene, request, badQuery(`Resource not found for the segment '${named}'.`));
  }
  if (found.kind === "no-method") {
    const message = "Specified HTTP method is not allowed for the request target.";
    return refuse(scene, request, { status: 405, code: "Request_BadRequest", message });
  }
  if (!isOpen(found.route, request, caller.roles)) {
    const message = "Insufficient privileges to complete the operation.";
    return refuse(scene, request, { status: 403, code: "Authorization_RequestDenied", message });
  }
  return found.route.handler(scene, request);
};
