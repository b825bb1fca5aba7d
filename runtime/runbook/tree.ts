/** A YAML document as Drover sees it: mappings, lists and scalars, each with its place in the
 *  text. It holds no aliases, no tags and no reserved names, and every key is text; whatever
 *  else YAML can say was refused while reading. */

type Place = {
  readonly start: number;
  readonly end: number;
};

export type TreeEntry = { readonly keyAt: number; readonly value: Tree };
export type MapTree = Place & {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, TreeEntry>;
};
type ListTree = Place & { readonly kind: "list"; readonly items: readonly Tree[] };
export type ScalarTree = Place & {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** The characters of an unquoted scalar; null for quoted and block text. */
  readonly plain: string | null;
};
export type Tree = MapTree | ListTree | ScalarTree;

export type Path = readonly (string | number)[];
