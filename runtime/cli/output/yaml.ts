/** Values as YAML for people who read structures: block style, strings in JSON's quotes, which
 *  YAML reads the same, so nothing in them can be taken for syntax. */
import { mapsAsObjects } from "./json.ts";
import { visibleJson } from "./visible.ts";

/** Words of this form that YAML 1.1 readers take for something other than text are quoted too. */
const PLAIN_KEY = /^(?!(?:null|true|false|yes|no|on|off|y|n)$)[a-z_][a-z0-9_-]*$/i;

export const yamlText = (value: unknown): string => {
  const plain: unknown = JSON.parse(JSON.stringify(value, mapsAsObjects));
  return `${block(plain, "").trimStart()}\n`;
};

/** A collection starts on a new line, a scalar goes on after a space. */
function block(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${scalar(value)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `\n${indent}- ${nested(item, indent)}`).join("");
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return " {}";
  return entries
    .map(([key, item]) => `\n${indent}${keyText(key)}:${block(item, `${indent}  `)}`)
    .join("");
}

const nested = (item: unknown, indent: string): string => block(item, `${indent}  `).trimStart();

const scalar = (value: unknown): string => visibleJson(JSON.stringify(value));

const keyText = (key: string): string => (PLAIN_KEY.test(key) ? key : scalar(key));
