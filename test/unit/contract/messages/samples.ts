/** The samples of test/fixtures/messages, by name. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../fixtures/messages/", import.meta.url);

export const SAMPLE_NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .sort();

export const sampleText = (name: string): string =>
  readFileSync(new URL(`${name}.json`, FOLDER), "utf8");

export const sample = (name: string): Record<string, unknown> => JSON.parse(sampleText(name));
