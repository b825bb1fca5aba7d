/** Who is passed over: a batch is starved when another one begins more than a few calls while one
 *  of its own waits. */

export type Overtaking = {
  readonly waits: (batch: number) => void;
  readonly begins: (batch: number) => void;
  /** How many batches were starved, at any time. */
  readonly starved: () => number;
};

const A_FEW = 3;

type Line = { waiting: number; readonly passedBy: Map<number, number>; starved: boolean };

export function watchOvertaking(): Overtaking {
  const lines = new Map<number, Line>();
  const lineOf = (batch: number): Line => {
    const line = lines.get(batch) ?? { waiting: 0, passedBy: new Map(), starved: false };
    lines.set(batch, line);
    return line;
  };
  return {
    waits: (batch) => {
      lineOf(batch).waiting += 1;
    },
    begins: (batch) => {
      const own = lineOf(batch);
      own.waiting -= 1;
      own.passedBy.clear();
      for (const [other, line] of lines) {
        if (other === batch || line.waiting === 0) continue;
        const passed = (line.passedBy.get(batch) ?? 0) + 1;
        line.passedBy.set(batch, passed);
        if (passed > A_FEW) line.starved = true;
      }
    },
    starved: () => [...lines.values()].filter(({ starved }) => starved).length,
  };
}
