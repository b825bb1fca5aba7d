/** A YAML document as Drover sees it: mappings, lists and scalars, each with its place in the
 *  text. It holds no tags and no reserved names, and every key is text. Where the file says
 *  something that is refused (an alias, a number that is none), the tree says `unknown`: the
 *  reader has reported it, and no check may guess what else it would mean. */

export type Place = {
  readonly start: number;
  readonly end: number;
};

export type TreeEntry = { readonly keyAt: number; readonly value: Tree };
export type MapTree = Place & {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** Whether a merge key or an alias for a key would have added entries that nobody sees. */
  readonly partial: boolean;
};
type ListTree = Place & { readonly kind: "list"; readonly items: readonly Tree[] };
export type ScalarTree = Place & {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** The characters of an unquoted scalar; null for quoted and block text. */
  readonly plain: string | null;
};
type UnknownTree = Place & { readonly kind: "unknown" };
export type Tree = MapTree | ListTree | ScalarTree | UnknownTree;

export type Path = readonly (string | number)[];
