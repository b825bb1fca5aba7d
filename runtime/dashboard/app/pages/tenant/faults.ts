/** How badly the tenant behaves: a profile for all calls, and single strikes at the next ones. */
import type { VNode } from "preact";
import { type Answer, send } from "../../api/request.ts";
import { askAgain, useResource } from "../../api/resource.ts";
import { counted } from "../../format/words.ts";
import { mayAny } from "../../frame/session.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Shown } from "../../ui/states.ts";
import { say, sayProblem } from "../../ui/toasts.ts";
import { type FaultState, type Rule, SIM } from "./summary.ts";

const PROFILES = [
  ["calm", "Calm", "Answers at once and never fails."],
  ["usual", "Usual", "A normal day: some delay, few errors, limits as published."],
  ["rough", "Rough", "Its worst day: slow, throttling, dropping answers."],
  ["away", "Away", "An outage: every call is answered with an error."],
] as const;

type Preset = { readonly word: string; readonly text: string; readonly rule: Rule };

const PRESETS: readonly Preset[] = [
  {
    word: "Refuse new accounts",
    text: "The next 60 attempts to create a mail user are answered with 403: retries fail, too.",
    rule: {
      family: "exchange",
      method: "POST",
      contains: "New-MailUser",
      strike: { kind: "error-before", status: 403 },
      times: 60,
    },
  },
  {
    word: "Throttle Graph",
    text: "The next 40 calls to Graph are told to wait 20 seconds.",
    rule: { family: "graph", strike: { kind: "throttle", retryAfterSec: 20 }, times: 40 },
  },
  {
    word: "Drop Exchange",
    text: "The next 20 calls to Exchange get no answer although they were done.",
    rule: { family: "exchange", strike: { kind: "cut-after" }, times: 20 },
  },
  {
    word: "Slow everything",
    text: "The next 60 calls take 5 seconds more.",
    rule: { strike: { kind: "slow", ms: 5_000 }, times: 60 },
  },
];

function done(text: string) {
  return (answer: Answer<unknown>): void => {
    if (answer.ok) say(text);
    else sayProblem(answer.problem);
    askAgain();
  };
}

const setProfile = (profile: string): void =>
  void send(`${SIM}/faults`, { method: "PUT", body: { profile } }).then(
    done(`The tenant is ${profile} now.`),
  );

const strike = ({ word, rule }: Preset): void =>
  void send(`${SIM}/faults/rules`, { method: "POST", body: rule }).then(
    done(`${word}: switched on.`),
  );

const lift = (): void =>
  void send(`${SIM}/faults/rules`, { method: "DELETE" }).then(done("No strike is left."));

const strikeText = ({ strike, family, method, contains, times }: Rule): string => {
  const what = "status" in strike ? `${strike.kind} ${strike.status}` : strike.kind;
  const where = [method, family ?? "any service", contains].filter((word) => word !== undefined);
  return `${what} on the next ${counted(times, "call")} to ${where.join(" ")}`;
};

function State({ state, isBarred }: { state: FaultState; isBarred: boolean }): VNode {
  const name = state.profile.name;
  return html`<div class="stack">
    <fieldset class="profiles"><legend>The day it has</legend>
      ${PROFILES.map(
        ([id, word, text]) => html`<label key=${id} class="profile ${name === id ? "chosen" : ""}">
        <input type="radio" name="profile" checked=${name === id} disabled=${isBarred}
          onChange=${() => setProfile(id)} />
        <span><b>${word}</b><br /><span class="small quiet">${text}</span></span></label>`,
      )}
    </fieldset>
    <section class="tight" aria-labelledby="strikes"><h3 id="strikes">Strike the next calls</h3>
      <ul class="list">${PRESETS.map(
        (preset) => html`<li key=${preset.word} class="spread">
        <span class="tight"><b>${preset.word}</b><span class="small quiet">${preset.text}</span>
          </span>
        <button class="button little" disabled=${isBarred} onClick=${() => strike(preset)}>
          <${Icon} name="incidents" size=${13} />Switch on<span class="unseen">: ${preset.word}
            </span></button></li>`,
      )}</ul>
    </section>
    <section class="tight" aria-labelledby="waiting-strikes"><div class="spread"><h3
      id="waiting-strikes">Strikes that wait</h3>
      ${
        state.rules.length > 0 &&
        html`<button class="button little" disabled=${isBarred}
        onClick=${lift}>Lift all</button>`
      }</div>
      ${
        state.rules.length === 0
          ? html`<p class="quiet small">None: calls are answered as the day has it.</p>`
          : html`<ul class="list small">
        ${state.rules.map((rule, at) => html`<li key=${at}>${strikeText(rule)}</li>`)}</ul>`
      }
    </section>
  </div>`;
}

export function Faults(): VNode {
  const state = useResource<FaultState>(`${SIM}/faults`);
  const isBarred = !mayAny(["Admin", "Operator"]);
  return html`<div class="stack">
    ${
      isBarred &&
      html`<p
      class="quiet">Changing how it behaves needs the role Admin or Operator.</p>`
    }
    <${Shown} of=${state} lines=${6}>
      ${(value: FaultState) => html`<${State} state=${value} isBarred=${isBarred} />`}
    <//>
  </div>`;
}
