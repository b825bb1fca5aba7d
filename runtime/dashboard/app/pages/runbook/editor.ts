/** Writing a runbook: it is checked while one types, and what is wrong stands where it is. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InputProblem } from "../../../../contract/http/problem-details.ts";
import type { Validation } from "../../../../contract/http/runbook-checks.ts";
import { send } from "../../api/request.ts";
import { counted } from "../../format/words.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { Outline } from "./outline.ts";
import { Publish } from "./publish.ts";

const PAUSE_MS = 350;

/** Checks the text a moment after the last key. */
function useValidation(text: string): Validation | null {
  const [found, find] = useState<Validation | null>(null);
  useEffect(() => {
    let isLate = false;
    const asking = setTimeout(() => {
      const body = { yaml_content: text };
      void send<Validation>("/api/runbooks/validate", { method: "POST", body }).then((answer) => {
        if (answer.ok && !isLate) find(answer.value);
      });
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(asking);
    };
  }, [text]);
  return found;
}

type Sheet = { current: HTMLTextAreaElement | null };

function showLine(sheet: Sheet, line: number, col: number): void {
  const area = sheet.current;
  if (area === null) return;
  const before =
    area.value
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(before + col - 1, before + col - 1);
}

function Gutter({ lines, problems }: { lines: number; problems: readonly InputProblem[] }): VNode {
  const worst = new Map<number, InputProblem>();
  for (const problem of problems) {
    if (problem.line !== null && worst.get(problem.line)?.severity !== "error")
      worst.set(problem.line, problem);
  }
  return html`<div class="gutter" aria-hidden="true">
    ${Array.from({ length: lines }, (_, at) => {
      const problem = worst.get(at + 1);
      return html`<span key=${at} class=${problem?.severity ?? ""} title=${problem?.message}>
        ${
          problem !== undefined &&
          html`<${Icon}
          name=${problem.severity === "error" ? "failed" : "attention"} size=${10} />`
        }${at + 1}
      </span>`;
    })}
  </div>`;
}

function Problems({ problems, sheet }: { problems: readonly InputProblem[]; sheet: Sheet }): VNode {
  return html`<ul class="list problems" aria-label="Problems">
    ${problems.map(
      (
        { code, severity, message, hint, line, col },
        at,
      ) => html`<li key=${at} data-row tabindex="-1">
        <button type="button" class="problem ${severity}"
          onClick=${() => showLine(sheet, line ?? 1, col ?? 1)}>
          <${Icon} name=${severity === "error" ? "failed" : "attention"} size=${13} />
          <span><b>${line === null ? "" : `Line ${line}: `}${message}</b> <span
            class="quiet small">${code}</span>
            ${hint !== null && html`<br /><span class="quiet small">${hint}</span>`}</span>
        </button>
      </li>`,
    )}
  </ul>`;
}

function Verdict({ found }: { found: Validation | null }): VNode {
  const errors = found?.problems.filter(({ severity }) => severity === "error").length ?? 0;
  const warnings = (found?.problems.length ?? 0) - errors;
  if (found === null) return html`<p class="quiet small" role="status">Checking…</p>`;
  return html`<p class="line small" role="status">
    <span class=${found.valid ? "ok-ink" : "bad-ink"}><${Icon}
      name=${found.valid ? "done" : "failed"} size=${13} />
      ${" "}<b>${found.valid ? "It is valid" : counted(errors, "error")}</b></span>
    ${warnings > 0 && html`<span class="warn-text">${counted(warnings, "warning")}</span>`}
  </p>`;
}

export function Editor({ text: initial }: { text: string }): VNode {
  const [text, write] = useState(initial);
  const sheet = useRef<HTMLTextAreaElement>(null);
  const found = useValidation(text);
  const problems = found?.problems ?? [];
  const lines = text.split("\n").length;
  return html`<div class="stack">
    <div class="sheet">
      <${Gutter} lines=${lines} problems=${problems} />
      <textarea ref=${sheet} value=${text} rows=${lines} spellcheck=${false} wrap="off"
        aria-label="Runbook as YAML" aria-invalid=${found !== null && !found.valid}
        onInput=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}></textarea>
    </div>
    <div class="spread"><${Verdict} found=${found} />
      <${Publish} text=${text} found=${found} isChanged=${text !== initial} /></div>
    <${Problems} problems=${problems} sheet=${sheet} />
    ${
      found !== null &&
      found.outline !== null &&
      html`<details open>
      <summary>How it will happen</summary><${Outline} outline=${found.outline} /></details>`
    }
  </div>`;
}
