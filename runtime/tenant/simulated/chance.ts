/** Chance that can be asked again: each draw is a function of the seed and of what it is about,
 *  never of how many draws came before. Clients who call in another order meet the same luck. */
import { createHash } from "node:crypto";

export type Draw = string | number;

/** At least 0, below 1. Not for secrets: only for luck (cyrb53). */
export function chanceOf(seed: string, ...about: readonly Draw[]): number {
  const text = [seed, ...about].join("\u0000");
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)) / 2 ** 53;
}

/** A whole number from `min` to `max`, both included. */
export function wholeBetween(min: number, max: number, chance: number): number {
  return min + Math.floor(chance * (max - min + 1));
}

export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** An id that looks like a random one (version 4) and is always the same for the same parts. */
export function idOf(seed: string, ...about: readonly Draw[]): string {
  const hex = createHash("sha256")
    .update([seed, ...about].join("\u0000"))
    .digest("hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4] ?? "8";
  const last = hex.slice(20, 32);
  const first = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}`;
  return `${first}-${variant}${hex.slice(17, 20)}-${last}`;
}
