/** `drover config …`, as a line of the command table. */
import { CONFIG_KEYS } from "../../config/key-names.ts";
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";

const KEY = { name: "<key>", about: "what to configure", choices: CONFIG_KEYS };

const SHOW: CommandSpec = {
  name: "show",
  about: "show what is configured; a flag beats a variable, then come the files",
  forms: LIST_FORMS,
  flags: [{ flags: "--show-origin", about: "also show where each value comes from" }],
  examples: [
    ["drover config show", "what counts here and now"],
    ["drover config show --show-origin", "which flag, variable or file says so"],
    ["drover config show -o json | jq -r '.[] | select(.key==\"apiUrl\").value'", "in a script"],
  ],
  load: async () => (await import("./show.ts")).showConfig,
};

const SET: CommandSpec = {
  name: "set",
  about: "write a value into the user's file, or the project's",
  arguments: [KEY, { name: "<value>", about: "the value; an empty one takes the key out" }],
  flags: [{ flags: "--project", about: "write .drover.json in this folder instead" }],
  examples: [
    ["drover config set apiUrl https://drover.contoso.com", "talk to this Drover from now on"],
    ["drover config set apiUrl https://drover.contoso.com --project", "for this folder only"],
    ["drover config set apiUrl ''", "go back to the Drover on this machine"],
  ],
  load: async () => (await import("./set.ts")).setConfig,
};

const PATH: CommandSpec = {
  name: "path",
  about: "print where the configuration is kept",
  forms: ITEM_FORMS,
  examples: [
    ["drover config path", "the user's file"],
    ["drover config path --json | jq -r .project", "the project's file, if there is one"],
  ],
  load: async () => (await import("./path.ts")).configPath,
};

export const CONFIG: NounSpec = {
  name: "config",
  about: "say which Drover to talk to, and see who said so",
  examples: [
    ["drover config set apiUrl https://drover.contoso.com", "talk to this Drover"],
    ["drover config show --show-origin", "what counts, and why"],
  ],
  verbs: [SHOW, SET, PATH],
};
