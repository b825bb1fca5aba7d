/** The runbook fixtures: each may state in its first line what the check must say about it. */
import { readdirSync, readFileSync } from "node:fs";

export type Fixture = {
  readonly file: string;
  readonly text: string;
  readonly strict: boolean;
  /** `line:col CODE`, in order. */
  readonly expected: readonly string[];
};

const HEADER = /^# expect: (?<places>.*?)(?<strict> \(strict\))?\r?$/m;

export function fixtures(folder: "valid" | "broken"): readonly Fixture[] {
  const place = new URL(`../../fixtures/runbooks/${folder}/`, import.meta.url);
  return readdirSync(place).map((file) => {
    const text = readFileSync(new URL(file, place), "utf8");
    const { places, strict } = HEADER.exec(text)?.groups ?? {};
    return { file, text, strict: strict !== undefined, expected: places?.split(", ") ?? [] };
  });
}
