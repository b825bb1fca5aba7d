/** Entry of `npm run bench`: lists the measurements, or makes one by name. With --json a
 *  measurement prints exactly one JSON object. Exit code 1 means outside its budget. */
import { measureBus } from "./bus.ts";
import { measureCli } from "./cli-start.ts";
import { measureGrowth } from "./growth.ts";

type Measurement = {
  readonly purpose: string;
  readonly measure: () => { readonly withinBudget: boolean; readonly table: string };
};

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  bus: { purpose: "messages through the embedded broker's core", measure: measureBus },
  cli: { purpose: "what `drover --help` adds to the start of an empty Node", measure: measureCli },
  growth: { purpose: "whether any reader slows down as its input grows", measure: measureGrowth },
};

function main(words: readonly string[]): number {
  const asJson = words.includes("--json");
  const [name, ...rest] = words.filter((word) => word !== "--json");
  if (name === undefined) {
    process.stdout.write(asJson ? `${JSON.stringify(Object.keys(MEASUREMENTS))}\n` : list());
    return 0;
  }
  const found = Object.hasOwn(MEASUREMENTS, name) ? MEASUREMENTS[name] : undefined;
  if (found === undefined || rest.length > 0) {
    process.stderr.write(`usage: npm run -s bench -- <name> [--json]\n${list()}`);
    return 2;
  }
  const { table, ...numbers } = found.measure();
  process.stdout.write(asJson ? `${JSON.stringify(numbers)}\n` : table);
  return numbers.withinBudget ? 0 : 1;
}

function list(): string {
  const lines = Object.entries(MEASUREMENTS).map(([name, { purpose }]) => `  ${name}  ${purpose}`);
  return `measurements:\n${lines.join("\n")}\n`;
}

process.exitCode = main(process.argv.slice(2));
