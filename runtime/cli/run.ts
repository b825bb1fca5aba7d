/** One run of the command line, from words to exit code, over streams that are passed in.
 *  A reader that went away (EPIPE) is no failure: the rest is not written and the exit code is
 *  the command's own. Exceptions are bugs: one sentence, and the stack with --debug only. */
import { type Command, CommanderError } from "commander";
import { type CliError, cliError } from "./cli-error.ts";
import type { CommandResult, Context, Machine, Perform, Terminals } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { type ColourChoice, type Environment, paint } from "./output/colour.ts";
import { errorText, exitCodeOf } from "./output/error.ts";
import { pipe } from "./output/pipe.ts";
import { buildProgram } from "./program.ts";
import { wantsColour } from "./settle-colour.js";
import { usageError } from "./usage-error.ts";
import type { World } from "./world.ts";

export type Io = {
  /** The words after the program's name. */
  readonly argv: readonly string[];
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: Environment;
  readonly cwd: string;
  readonly isTty: Terminals;
  readonly columns: number | null;
  readonly machine: Machine;
  readonly world: World;
  /** Output was lost; this may become known after the run has returned. */
  readonly onLoss: (exitCode: ExitCode) => void;
};

type GlobalOptions = {
  readonly color: ColourChoice;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly utc?: boolean;
  readonly apiUrl?: string;
  readonly data?: string;
};

export async function run(io: Io): Promise<ExitCode> {
  const lose = (cause: unknown): void => io.onLoss(report(lostOutput(cause)));
  const out = pipe(io.stdout, lose);
  const err = pipe(io.stderr, lose);
  let exitCode: ExitCode = EXIT.ok;
  const options = () => program.opts<GlobalOptions>();
  const colour = (stream: "stdout" | "stderr") =>
    wantsColour({ choice: options().color, env: io.env, isTty: io.isTty[stream] });
  const report = (error: CliError): ExitCode => {
    err(errorText(error, paint(colour("stderr")), options().debug === true));
    return exitCodeOf(error);
  };
  const perform: Perform = async (act) => {
    const result = await act(contextOf({ io, out, err, report, options: options(), colour }));
    exitCode = result.ok ? result.value : report(result.error);
  };
  const { columns, machine } = io;
  const program = buildProgram({ out, err, columns, colour, version: machine.drover, perform });
  try {
    // Words under completion may look like our own flags; commander must not see them.
    if (io.argv[0] === COMPLETE) {
      await perform((context) => completeWords(context, program, io.argv.slice(1)));
    } else {
      await program.parseAsync(io.argv.length === 0 ? ["--help"] : io.argv, { from: "user" });
    }
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(bug(error));
    if (error.exitCode === 0) return EXIT.ok;
    // A noun without its verb: commander has shown the noun's help on stderr.
    if (error.code === "commander.help") return EXIT.usage;
    return report(usageError(error));
  }
}

/** The command that completion scripts call; people have no use for it, so no help names it. */
const COMPLETE = "__complete";

async function completeWords(
  context: Context,
  program: Command,
  words: readonly string[],
): Promise<CommandResult> {
  const { complete } = await import("./commands/completion/complete.ts");
  return complete(context, program, words);
}

type Parts = {
  readonly io: Io;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly report: (error: CliError) => ExitCode;
  readonly options: GlobalOptions;
  readonly colour: (stream: "stdout" | "stderr") => boolean;
};

function contextOf({ io, out, err, report, options, colour }: Parts): Context {
  return {
    cwd: io.cwd,
    env: io.env,
    stdin: io.stdin,
    out,
    note: options.quiet === true ? () => {} : err,
    ask: err,
    report,
    colour: colour("stdout"),
    paint: paint(colour("stdout")),
    paintNote: paint(colour("stderr")),
    columns: io.columns,
    isTty: io.isTty,
    utc: options.utc === true,
    named: options,
    machine: io.machine,
    world: io.world,
  };
}

const lostOutput = (cause: unknown): CliError =>
  cliError("E0122", "the output cannot be written", {
    why: cause instanceof Error ? cause.message : String(cause),
    next: "check where the output goes: is the disk full?",
    cause,
  });

const bug = (cause: unknown): CliError =>
  cliError("E0100", "drover failed in a way it should not", {
    why: cause instanceof Error ? cause.message : String(cause),
    next: "run the same command with --debug and report what it prints",
    cause,
  });
