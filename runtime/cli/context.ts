/** What a command may touch: where it reads, where it writes, how it may look. Commands get it
 *  as an argument and never see the process. Data goes to `out`; what accompanies data goes to
 *  `note`, which --quiet silences; the error that ends a command is returned, and one that it
 *  goes on after is given to `report`. */
import type { Result } from "../contract/result.ts";
import type { CliError } from "./cli-error.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Environment, Paint } from "./output/colour.ts";
import type { World } from "./world.ts";

export type Context = {
  readonly cwd: string;
  readonly env: Environment;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
  /** A question, which --quiet does not silence. */
  readonly ask: (text: string) => void;
  /** Prints an error and gives the exit code that it asks for. */
  readonly report: (error: CliError) => ExitCode;
  /** Whether data may be coloured; `paint` obeys it. */
  readonly colour: boolean;
  readonly paint: Paint;
  readonly paintNote: Paint;
  /** Width of the terminal that data goes to; null when it goes elsewhere. */
  readonly columns: number | null;
  readonly isTty: Terminals;
  /** Times in full and in UTC, also for people. */
  readonly utc: boolean;
  /** Which Drover the command line names; what it leaves open, the configuration says. */
  readonly named: { readonly apiUrl?: string; readonly data?: string };
  readonly machine: Machine;
  readonly world: World;
};

export type Terminals = {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
};

/** What runs the command line: versions, and the kind of computer. */
export type Machine = {
  readonly drover: string;
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  /** Where drover itself is installed: a local Drover keeps its data there by default. */
  readonly root: string;
};

export type CommandResult = Result<ExitCode, CliError>;

/** Runs a command's action in a context; the declarations call it, `run` provides it. */
export type Perform = (act: (context: Context) => Promise<CommandResult>) => Promise<void>;
