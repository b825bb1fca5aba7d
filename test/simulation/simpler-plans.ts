/** Plans that differ from one in being simpler somewhere: what a failure may not need. */
import type { WorldPlan } from "./world/plan.ts";

/** Null: it is so already. */
type Simpler = (plan: WorldPlan) => Partial<WorldPlan> | null;

const oneHost =
  (kind: keyof WorldPlan["hosts"]): Simpler =>
  ({ hosts }) =>
    hosts[kind] === 1 ? null : { hosts: { ...hosts, [kind]: 1 } };

/** One host of a kind, the plain store, right clocks, workers that do what they are told. */
export const PLAINER: readonly Simpler[] = [
  oneHost("schedulers"),
  oneHost("relays"),
  oneHost("orchestrators"),
  oneHost("workers"),
  ({ store }) => (store === "model" ? null : { store: "model" }),
  ({ natures }) => (natures.trouble === 0 ? null : { natures: { ...natures, trouble: 0 } }),
  ({ faults }) => (faults.skewMs === 0 ? null : { faults: { ...faults, skewMs: 0 } }),
  ({ faults }) =>
    faults.duplicateWindow ? null : { faults: { ...faults, duplicateWindow: true } },
  ({ isRestless }) => (isRestless ? { isRestless: false } : null),
  ({ limited }) => (limited ? { limited: null } : null),
  ({ unregistered }) => (unregistered ? { unregistered: null } : null),
];

type Text = { readonly [key: string]: unknown };

const SEQUENCES = ["init", "finalize", "on_member_removed"];

/** Runbooks without one of the parts of this one. The simulation's are written as JSON. */
export function shorterRunbooks({ runbook = "{}" }: WorldPlan): readonly Simpler[] {
  const whole = JSON.parse(runbook) as Text;
  const phases = (whole["phases"] ?? []) as readonly Text[];
  const names = phases.map(({ name }) => String(name));
  const steps = phases.flatMap((phase) => {
    const own = (phase["steps"] ?? []) as readonly Text[];
    return own.map((step) => [String(phase["name"]), String(step["name"])] as const);
  });
  return [
    ...SEQUENCES.map((key) => changed((text) => (isEmpty(text[key]) ? null : { [key]: [] }))),
    ...names.map((name) => withoutPhase(name)),
    ...steps.toReversed().map(([phase, step]) => withoutStep(phase, step)),
  ];
}

const isEmpty = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;

/** Against the text as it is by then: others may have been taken out of it meanwhile. */
const changed =
  (change: (text: Text) => Text | null): Simpler =>
  ({ runbook = "{}" }) => {
    const text = JSON.parse(runbook) as Text;
    const next = change(text);
    return next === null ? null : { runbook: JSON.stringify({ ...text, ...next }) };
  };

const withoutPhase = (name: string): Simpler =>
  changed(({ phases }) => {
    const left = (phases as readonly Text[]).filter((phase) => phase["name"] !== name);
    return left.length === 0 ? null : { phases: left };
  });

const withoutStep = (phaseName: string, stepName: string): Simpler =>
  changed(({ phases }) => {
    const left = (phases as readonly Text[]).map((phase) => {
      const steps = phase["steps"] as readonly Text[];
      if (phase["name"] !== phaseName) return phase;
      return { ...phase, steps: steps.filter(({ name }) => name !== stepName) };
    });
    return { phases: left };
  });
