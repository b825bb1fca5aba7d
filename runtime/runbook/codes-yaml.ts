/** E1xxx: the file cannot be read as one plain YAML document. */
import type { CodeEntry } from "./code-entry.ts";

export const YAML_CODES = {
  E1001: {
    title: "The file is too large",
    explanation: "A runbook has at most 256 KB. Larger files are refused before they are read.",
    example: "a file of 300 KB",
  },
  E1002: {
    title: "A character is not allowed",
    explanation:
      "Control characters, a carriage return alone and halves of characters are refused, " +
      "because terminals, logs and databases treat them differently. Tabs and line ends are " +
      "fine.",
    example: 'name: "a\\0b"',
  },
  E1003: {
    title: "The file is empty",
    explanation: "There is nothing in the file but blank lines and comments.",
    example: "# only a comment",
  },
  E1004: {
    title: "The file is not a mapping",
    explanation:
      "A runbook is a mapping of keys such as name and phases. This file is a list or a single " +
      "value.",
    example: "- name: first",
  },
  E1005: {
    title: "Too many values",
    explanation:
      "A runbook holds at most 10,000 values, counting mappings, lists and everything in them.",
    example: "[1, 2, 3, … 20,000]",
  },
  E1006: {
    title: "Nested too deeply",
    explanation: "Lists and mappings may be nested 20 levels deep. A runbook itself needs about 8.",
    example: "[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]",
  },
  E1007: {
    title: "More than one document",
    explanation: "A file holds one runbook. A second `---` begins a second document.",
    example: "name: one\n---\nname: two",
  },
  E1008: {
    title: "A directive",
    explanation:
      "Lines that begin with `%` change how YAML is read. Runbooks are always read as YAML " +
      "1.2.",
    example: "%YAML 1.1",
  },
  E1009: {
    title: "Not UTF-8 text",
    explanation:
      "The file is in another encoding, such as UTF-16 or Latin-1, or it is no text at all. " +
      "Nothing in it is repaired or guessed.",
    example: "a file saved as UTF-16",
  },
  E1101: {
    title: "Not YAML",
    explanation:
      "The text breaks the rules of YAML at this place. Often a value needs quotes because of " +
      "a special character.",
    example: "name: @contoso",
  },
  E1102: {
    title: "The indentation is wrong",
    explanation:
      "Keys of one mapping begin in the same column, and only spaces indent. A tab or a " +
      "missing colon causes this too.",
    example: "poll:\n  interval: 5m\n   timeout: 1h",
  },
  E1103: {
    title: "A character is missing",
    explanation:
      "A quote, bracket or brace was opened and never closed, or a colon or comma is missing.",
    example: 'name: "contoso',
  },
  E1104: {
    title: "A key appears twice",
    explanation:
      "Two equal keys in one mapping: YAML readers disagree on which one counts, so neither is " +
      "taken silently.",
    example: "name: one\nname: two",
  },
  E1105: {
    title: "An anchor",
    explanation:
      "Anchors (`&name`) and what they allow make a file say something other than what one " +
      "reads.",
    example: "retry: &quick\n  max_retries: 1",
  },
  E1106: {
    title: "An alias",
    explanation: "Aliases (`*name`) are refused, because a few of them can stand for gigabytes.",
    example: "retry: *quick",
  },
  E1107: {
    title: "A merge key",
    explanation: "The merge key `<<` is not part of YAML 1.2 and is refused.",
    example: "<<: {max_retries: 1}",
  },
  E1108: {
    title: "A tag",
    explanation:
      "Tags (`!name`) ask the reader to build objects of other types. Runbooks need none.",
    example: "name: !!binary aGk=",
  },
  E1109: {
    title: "A key is not text",
    explanation:
      "A key of a mapping must be text: not a list, not a mapping, not empty, not longer than " +
      "1024 characters.",
    example: "? [a, b]\n: value",
  },
  E1110: {
    title: "A reserved name",
    explanation:
      "`__proto__`, `constructor` and `prototype` are not accepted as keys, because programs " +
      "that read them as plain objects can be led astray.",
    example: "params:\n  __proto__: x",
  },
  E1111: {
    title: "A template without quotes",
    explanation:
      "To YAML, `{{Name}}` without quotes is a mapping inside a mapping. Quotes make it text.",
    example: "Email: {{UserPrincipalName}}",
  },
  E1112: {
    title: "Not a finite number",
    explanation:
      "`.inf` and `.nan` are numbers in YAML but have no writing in JSON, which is what " +
      "workers receive.",
    example: "Limit: .inf",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
