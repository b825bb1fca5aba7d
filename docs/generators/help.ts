/** What `drover --help` prints, as a file: see `runtime/cli/quick-help.js`. */
import { buildProgram } from "../../runtime/cli/program.ts";
import { HELP_COLUMNS } from "../../runtime/cli/quick-help.js";

function helpText(): string {
  let text = "";
  const program = buildProgram({
    out: (part) => {
      text += part;
    },
    err: () => {},
    columns: HELP_COLUMNS,
    colour: () => true,
    version: "",
    perform: async () => {},
  });
  program.outputHelp();
  return text;
}

export const HELP_TEXT = {
  path: "runtime/cli/help.json",
  render: (): string => `${JSON.stringify({ text: helpText() }, null, 2)}\n`,
};
