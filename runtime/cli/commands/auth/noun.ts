/** `drover auth …`, as a line of the command table. */
import { ITEM_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";

const LOGIN: CommandSpec = {
  name: "login",
  about: "sign in: with a code on any device, in a browser, or by an `az login`",
  flags: [
    { flags: "--browser", about: "sign in in a browser on this machine", conflicts: ["az"] },
    { flags: "--az", about: "use the Azure CLI's sign-in; nothing of it is stored" },
    { flags: "--tenant-id <id>", about: "the Entra tenant" },
    { flags: "--client-id <id>", about: "the app registration of this command line" },
    { flags: "--api-scope <scope>", about: "the scope of the API" },
    { flags: "-y, --yes", about: "do not ask when a project's file names the address" },
  ],
  examples: [
    ["drover auth login --api-url https://drover.contoso.com", "with a code, on any device"],
    ["drover auth login --browser", "in a browser on this machine"],
    ["drover auth login --az", "whoever has run `az login` is signed in already"],
  ],
  routes: ["getEnvironment", "getMe"],
  load: async () => (await import("./login.ts")).login,
};

const STATUS: CommandSpec = {
  name: "status",
  about: "say who you are to which Drover, with which roles, and from where that is known",
  forms: ITEM_FORMS,
  examples: [
    ["drover auth status", "who am I?"],
    ["drover auth status --json | jq -r '.roles[]'", "what may I do?"],
  ],
  routes: ["getMe"],
  load: async () => (await import("./status.ts")).authStatus,
};

const LOGOUT: CommandSpec = {
  name: "logout",
  about: "delete every token and sign-in that is kept on this machine",
  examples: [
    ["drover auth logout", "forget all sign-ins"],
    ["drover auth logout && drover auth login", "sign in as somebody else"],
  ],
  load: async () => (await import("./logout.ts")).logout,
};

export const AUTH: NounSpec = {
  name: "auth",
  about: "sign in to a Drover that is not on this machine",
  examples: [
    ["drover auth login", "sign in"],
    ["drover auth status", "who you are, and from where that is known"],
  ],
  verbs: [LOGIN, STATUS, LOGOUT],
};
