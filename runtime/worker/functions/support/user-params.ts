/** How the parameters of a function name the user it is about. */
import { z } from "zod";
import type { UserKey } from "../../../tenant/directory.ts";
import { guid, text } from "./params.ts";

const NO_ID = "must be an object id, a GUID; a user's name goes into UserPrincipalName";
const BRACES = /[{}]/g;

/** A name here would find somebody at some operations of the directory and nobody at others. */
const objectId = guid(NO_ID).overwrite((written) => written.replace(BRACES, ""));

const userKey = {
  UserId: objectId.optional().describe("The user's object id. Either this or UserPrincipalName."),
  UserPrincipalName: text.optional().describe("The user's name. Either this or UserId."),
};

const ONE_KEY = "name the user by UserId or by UserPrincipalName, and not by both";

type Keys = {
  readonly UserId?: string | undefined;
  readonly UserPrincipalName?: string | undefined;
};

const hasOneKey = ({ UserId, UserPrincipalName }: Keys): boolean =>
  (UserId === undefined) !== (UserPrincipalName === undefined);

/** Parameters of a function that is about one user. */
export const aboutUser = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject({ ...userKey, ...shape })
    .refine((params) => hasOneKey(params as Keys), ONE_KEY)
    .meta({ oneOf: [{ required: ["UserId"] }, { required: ["UserPrincipalName"] }] });

/** Parameters of a function that is about one user or, told otherwise, about none. */
export const maybeAboutUser = userKey;

export const keyOf = ({ UserId, UserPrincipalName }: Keys): UserKey =>
  UserId ?? UserPrincipalName ?? "";
