/** Resource ids: `/subscriptions/s/resourceGroups/g/providers/Namespace/type/name…`. Case does not
 *  count in them; the spelling of the first writer is kept. */

export type ResourceId = {
  /** As it was written. */
  readonly id: string;
  /** What it is kept under. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly group: string;
};

export const GROUP_TYPE = "Microsoft.Resources/resourceGroups";

/** Null when the path does not name one resource. */
export function resourceIdOf(path: readonly string[]): ResourceId | null {
  const [subscriptions, , groups, group = "", providers, namespace, ...names] = path;
  if (subscriptions?.toLowerCase() !== "subscriptions") return null;
  if (groups?.toLowerCase() !== "resourcegroups" || group === "") return null;
  const id = `/${path.join("/")}`;
  const key = id.toLowerCase();
  if (path.length === 4) return { id, key, name: group, type: GROUP_TYPE, group };
  const isNamed = providers?.toLowerCase() === "providers" && names.length >= 2;
  if (!isNamed || names.length % 2 !== 0) return null;
  const types = names.filter((_, at) => at % 2 === 0);
  return { id, key, name: names.at(-1) ?? "", type: [namespace, ...types].join("/"), group };
}

export const isWithin = (key: string, scope: string): boolean =>
  key === scope || key.startsWith(`${scope}/`);
