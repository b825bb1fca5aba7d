/** Decides how the command line starts: here, in the pinned Node, or not at all. Pure, and plain
 *  JavaScript that Node 18 can read. */

/** The sources are TypeScript that Node runs as it stands; this release does so without flags. */
export const NODE_MAJOR_MIN = 24;

/** @typedef {{ kind: "here" } | { kind: "hand-over", node: string }
 *    | { kind: "refuse", sentence: string }} StartPlan */

/** @param {{ version: string, pinned: string | null, handedOver: boolean }} facts `handedOver`:
 *    this process was itself started by a hand-over, so another would go round for ever
 *  @returns {StartPlan} */
export function planStart({ version, pinned, handedOver }) {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return { kind: "here" };
  if (pinned !== null && !handedOver) return { kind: "hand-over", node: pinned };
  return {
    kind: "refuse",
    sentence:
      `drover needs Node ${NODE_MAJOR_MIN} or newer, but this is Node ${version} and no usable ` +
      "pinned Node is in node_modules: run `npm start` in the drover folder once, or install " +
      `Node ${NODE_MAJOR_MIN} and try again.`,
  };
}
