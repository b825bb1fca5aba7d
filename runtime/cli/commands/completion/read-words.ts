/** Reads a half-typed command line: which command it is at, and what the last word may be. Pure,
 *  over the declared commands, so completion knows every command and flag without a second list. */
import type { Argument, Command, Option } from "commander";

export type Expected =
  | { readonly kind: "flag"; readonly command: Command }
  | { readonly kind: "command"; readonly command: Command }
  /** A value: of an argument, or of a flag, then `lead` is what `--flag=` already typed. */
  | { readonly kind: "value"; readonly of: ValueSlot; readonly lead: string };

export type ValueSlot = { readonly name: string; readonly choices: readonly string[] | null };

export type HalfTyped = { readonly expected: Expected | null; readonly current: string };

/** `words`: all words after the program's name; the last one is being typed, and may be empty. */
export function readWords(program: Command, words: readonly string[]): HalfTyped {
  const current = words.at(-1) ?? "";
  const at = walk(program, words.slice(0, -1));
  // bash hands `--flag=value` over in three words.
  if (at.flag !== null)
    return {
      expected: { kind: "value", of: flagSlot(at.flag), lead: "" },
      current: current === "=" ? "" : current,
    };
  if (current.startsWith("-") && current !== "-" && !at.isLiteral) return flagWord(at, current);
  if (at.command.commands.length > 0)
    return { expected: { kind: "command", command: at.command }, current };
  const argument = argumentAt(at.command, at.argumentCount);
  if (argument === null) return { expected: null, current };
  return { expected: { kind: "value", of: argumentSlot(argument), lead: "" }, current };
}

type Place = {
  readonly command: Command;
  readonly argumentCount: number;
  /** A flag whose value comes next. */
  readonly flag: Option | null;
  /** After `--` nothing is a flag. */
  readonly isLiteral: boolean;
};

function walk(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, argumentCount: 0, flag: null, isLiteral: false };
  for (const word of words) place = step(place, word);
  return place;
}

function step(place: Place, word: string): Place {
  if (place.flag !== null) return word === "=" ? place : { ...place, flag: null };
  if (place.isLiteral) return { ...place, argumentCount: place.argumentCount + 1 };
  if (word === "--") return { ...place, isLiteral: true };
  if (word.startsWith("-") && word !== "-") {
    const flag = findFlag(place.command, word);
    return flag !== null && takesValue(flag) ? { ...place, flag } : place;
  }
  const command = place.command.commands.find((child) => child.name() === word);
  if (command !== undefined) return { ...place, command };
  return { ...place, argumentCount: place.argumentCount + 1 };
}

function flagWord(at: Place, current: string): HalfTyped {
  const equals = current.indexOf("=");
  const flag = equals === -1 ? null : findFlag(at.command, current.slice(0, equals));
  if (flag === null || !takesValue(flag))
    return { expected: { kind: "flag", command: at.command }, current };
  const lead = current.slice(0, equals + 1);
  return {
    expected: { kind: "value", of: flagSlot(flag), lead },
    current: current.slice(equals + 1),
  };
}

const takesValue = (flag: Option): boolean => flag.required || flag.optional;

function findFlag(command: Command, word: string): Option | null {
  const own = command.options.find((flag) => flag.long === word || flag.short === word);
  if (own !== undefined) return own;
  return command.parent === null ? null : findFlag(command.parent, word);
}

function argumentAt(command: Command, index: number): Argument | null {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[index] ?? (last?.variadic === true ? last : null);
}

const argumentSlot = (argument: Argument): ValueSlot => ({
  name: argument.name(),
  choices: argument.argChoices ?? null,
});

/** A flag's value is named as its help names it: `--members <csv>` takes a `csv`. */
const flagSlot = (flag: Option): ValueSlot => ({
  name: /[<[]([^\]>.]+)/.exec(flag.flags)?.[1] ?? "",
  choices: flag.argChoices ?? null,
});
