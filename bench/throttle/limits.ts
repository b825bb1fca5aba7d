/** Limits as services have them, in virtual time: a bucket that fills steadily, a window that
 *  begins anew, a window that slides. Each may change its height at given instants. */

export type Shape =
  | { readonly kind: "bucket"; readonly burstSec: number }
  | { readonly kind: "fixed-window"; readonly windowSec: number }
  | { readonly kind: "sliding-window"; readonly windowSec: number };

/** From `atSec` on; in order of time, the first at 0. */
export type Height = { readonly atSec: number; readonly callsPerSec: number };

export type Verdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly retryAfterMs: number };

export type Limit = (nowMs: number) => Verdict;

export const heightAt = (heights: readonly Height[], nowMs: number): number =>
  heights.findLast(({ atSec }) => atSec * 1_000 <= nowMs)?.callsPerSec ?? 0;

const ADMITTED: Verdict = { admitted: true };

export function limitOf(shape: Shape, heights: readonly Height[]): Limit {
  const height = (nowMs: number): number => heightAt(heights, nowMs);
  switch (shape.kind) {
    case "bucket":
      return bucket(shape.burstSec, height);
    case "fixed-window":
      return fixedWindow(shape.windowSec * 1_000, height);
    case "sliding-window":
      return slidingWindow(shape.windowSec * 1_000, height);
  }
}

type HeightAt = (nowMs: number) => number;

function bucket(burstSec: number, height: HeightAt): Limit {
  let tokens = burstSec * height(0);
  let filledMs = 0;
  return (nowMs) => {
    const perSec = height(nowMs);
    const full = Math.max(1, burstSec * perSec);
    tokens = Math.min(full, tokens + ((nowMs - filledMs) / 1_000) * perSec);
    filledMs = nowMs;
    if (tokens < 1) return { admitted: false, retryAfterMs: ((1 - tokens) / perSec) * 1_000 };
    tokens -= 1;
    return ADMITTED;
  };
}

function fixedWindow(windowMs: number, height: HeightAt): Limit {
  let beganMs = 0;
  let used = 0;
  return (nowMs) => {
    const current = Math.floor(nowMs / windowMs) * windowMs;
    if (current !== beganMs) used = 0;
    beganMs = current;
    if (used + 1 > (height(nowMs) * windowMs) / 1_000) {
      return { admitted: false, retryAfterMs: beganMs + windowMs - nowMs };
    }
    used += 1;
    return ADMITTED;
  };
}

function slidingWindow(windowMs: number, height: HeightAt): Limit {
  const admitted: number[] = [];
  return (nowMs) => {
    while ((admitted[0] ?? nowMs) <= nowMs - windowMs) admitted.shift();
    const room = Math.floor((height(nowMs) * windowMs) / 1_000);
    const mustGo = admitted[admitted.length - room];
    if (admitted.length >= room && mustGo !== undefined) {
      return { admitted: false, retryAfterMs: mustGo + windowMs - nowMs };
    }
    admitted.push(nowMs);
    return ADMITTED;
  };
}
