/** Costs in words. They always come with what a unit is, so that nobody takes them for money. */
import type { Comparison, Report } from "../report.ts";

export const UNIT = "1 unit is about one private endpoint; rough weights, not prices";

const SHOWN_MAX = 12;

const plain = (units: number): string => String(Math.round(units * 100) / 100);

/** `+13` or `-0.5`. */
export const signed = (units: number): string => `${units < 0 ? "" : "+"}${plain(units)}`;

/** `30.9 => 247.3 units a month (+216.4, +700 %)` */
export function costStep({ cost: { before } }: Comparison, { cost }: Report): string {
  if (before === null) return `${plain(cost.units)} units a month`;
  const by = cost.units - before;
  if (by === 0) return `${plain(cost.units)} units a month, unchanged`;
  const percent = before === 0 ? "" : `, ${signed(Math.round((by / before) * 1000) / 10)} %`;
  return `${plain(before)} => ${plain(cost.units)} units a month (${signed(by)}${percent})`;
}

/** The dearest, and the rest in one line. */
export function dearest({ cost }: Report): readonly string[] {
  const rest = cost.lines.slice(SHOWN_MAX);
  const sum = rest.reduce((total, { units }) => total + units, 0);
  return [
    ...cost.lines
      .slice(0, SHOWN_MAX)
      .map(({ name, units, why }) => `${plain(units)}  ${name}: ${why}`),
    ...(rest.length === 0 ? [] : [`${plain(sum)}  ${rest.length} more`]),
    ...(cost.unweighed.length === 0 ? [] : [`nobody has weighed: ${cost.unweighed.join(", ")}`]),
  ];
}
