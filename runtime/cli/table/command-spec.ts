/** The shape of one line of the command tables. Declaring, help, completion and the tests that
 *  look at all commands read these lines; what a command does is imported when it runs. */
import type { Command } from "commander";
import type { RouteName } from "../../contract/http/routes.ts";
import type { CommandResult, Context } from "../context.ts";
import type { Example } from "../examples.ts";

export type ArgumentSpec = {
  /** As help shows it: `<name>`, `[name]`, `<names...>`. Completion goes by the name. */
  readonly name: string;
  readonly about: string;
  readonly choices?: readonly string[];
};

export type FlagSpec = {
  readonly flags: string;
  readonly about: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  readonly required?: boolean;
  readonly conflicts?: readonly string[];
  /** Reads the value; a wrong one throws commander's InvalidArgumentError. */
  readonly read?: (text: string) => unknown;
};

/** What runs: the context, the arguments one by one, the flags. */
export type Act = (context: Context, ...rest: never[]) => Promise<CommandResult>;

export type CommandSpec = {
  readonly name: string;
  readonly about: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly flags?: readonly FlagSpec[];
  /** Forms of output, the default first. */
  readonly forms?: readonly [string, ...string[]];
  readonly examples: readonly [Example, Example, ...Example[]];
  /** The routes of the API that the command calls. */
  readonly routes?: readonly RouteName[];
  readonly load: (program: Command) => Promise<Act>;
};

/** A noun with its verbs. */
export type NounSpec = {
  readonly name: string;
  /** Other words that people bring for the same thing. */
  readonly aliases?: readonly string[];
  readonly about: string;
  readonly examples: readonly [Example, Example, ...Example[]];
  readonly verbs: readonly CommandSpec[];
};
