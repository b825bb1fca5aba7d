/** Which keys a mapping of the document may have, by its path: what "did you mean" compares
 *  with. Reads the JSON Schema, so it can never know other keys than the schema does. */
import { runbookJsonSchema, type SchemaNode } from "./json-schema.ts";
import type { Path, Tree } from "./tree.ts";
import { childOf } from "./tree-paths.ts";

let schema: SchemaNode | null = null;

export function knownKeys(tree: Tree, path: Path): readonly string[] {
  schema ??= runbookJsonSchema();
  let nodes = branches(schema, tree);
  let here: Tree | null = tree;
  for (const key of path) {
    const inside = childOf(here, key);
    nodes = nodes.flatMap((node) => below(node, key)).flatMap((node) => branches(node, inside));
    here = inside;
  }
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}

/** A union's alternatives; among data sources only the one that the file's `type` chose. */
function branches(node: SchemaNode, tree: Tree | null): readonly SchemaNode[] {
  const resolved = resolve(node);
  const alternatives = resolved.oneOf ?? resolved.anyOf;
  if (alternatives === undefined) return [resolved];
  const type = childOf(tree, "type");
  const chosen = alternatives.filter(
    (one) => type?.kind === "scalar" && one.properties?.["type"]?.const === type.value,
  );
  return (chosen.length > 0 ? chosen : alternatives).map(resolve);
}

function below(node: SchemaNode, key: string | number): readonly SchemaNode[] {
  if (typeof key === "number") return node.items === undefined ? [] : [node.items];
  const property = node.properties?.[key];
  if (property !== undefined) return [property];
  return typeof node.additionalProperties === "object" ? [node.additionalProperties] : [];
}

/** Follows a reference into `definitions`. */
export function resolve(node: SchemaNode): SchemaNode {
  schema ??= runbookJsonSchema();
  const reference = node.$ref ?? node.allOf?.[0]?.$ref;
  if (reference === undefined) return node;
  const target = schema.definitions?.[reference.replace("#/definitions/", "")];
  return target === undefined ? node : { ...target, ...node };
}
