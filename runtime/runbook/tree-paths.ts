/** Ways through a Tree: to a child, along a path, into a plain value, and a path's own writing. */
import type { Path, Tree } from "./tree.ts";

type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

/** The value alone, for the schema. Mappings have no prototype, so no key can reach one (R54).
 *  An entry with an unknown value is left out; in a list it keeps its place. */
export function toValue(tree: Tree): PlainValue {
  if (tree.kind === "unknown") return null;
  if (tree.kind === "scalar") return tree.value;
  if (tree.kind === "list") return tree.items.map(toValue);
  const value: { [key: string]: PlainValue } = Object.create(null);
  for (const [key, entry] of tree.entries)
    if (entry.value.kind !== "unknown") value[key] = toValue(entry.value);
  return value;
}

export function childOf(tree: Tree | null, key: string | number): Tree | null {
  if (tree?.kind === "map") return tree.entries.get(String(key))?.value ?? null;
  if (tree?.kind === "list" && typeof key === "number") return tree.items[key] ?? null;
  return null;
}

export const treeAt = (tree: Tree, path: Path): Tree | null =>
  path.reduce<Tree | null>(childOf, tree);

export function childrenOf(tree: Tree): readonly Tree[] {
  if (tree.kind === "list") return tree.items;
  return tree.kind === "map" ? [...tree.entries.values()].map(({ value }) => value) : [];
}

/** `phases[1].steps[0].poll.interval`, as messages name a place. */
export function printPath(path: Path): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
}
