/** A batch by hand: a table of members, and what is wrong with it line by line. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { CreatedBatch } from "../../../../contract/http/batch-actions.ts";
import { type Problem, send } from "../../api/request.ts";
import { shellWord } from "../../format/words.ts";
import { go } from "../../frame/navigation.ts";
import { batchPath } from "../../frame/route.ts";
import { mayAny } from "../../frame/session.ts";
import { Command } from "../../ui/copy.ts";
import { html } from "../../ui/html.ts";
import { say } from "../../ui/toasts.ts";

function Refused({ problem }: { problem: Problem }): VNode {
  return html`<div class="card flat bad" role="alert"><p><b>
    ${problem.title}.</b> ${problem.detail}</p>
    <ul class="list small">${problem.problems.map(
      (
        { message, line, hint },
        at,
      ) => html`<li key=${at}>${line !== null && html`<b>Line ${line}: </b>`}${message}
        ${hint !== null && html` <span class="quiet">${hint}</span>`}</li>`,
    )}</ul></div>`;
}

export function CreateBatch({ name }: { name: string }): VNode {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [table, setTable] = useState("");
  const [isSent, setSent] = useState(false);
  const path = `/api/batches?runbookName=${encodeURIComponent(name)}`;
  const onFile = (event: Event): void => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file !== undefined) void file.text().then(setTable);
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    setSent(true);
    void send<CreatedBatch>(path, { method: "POST", csv: table }).then((answer) => {
      setSent(false);
      if (!answer.ok) return setProblem(answer.problem);
      say(`Batch #${answer.value.id} has ${answer.value.memberCount} members.`);
      return go(batchPath(answer.value.id));
    });
  };
  const isBarred = !mayAny(["Admin"]);
  return html`<form class="stack" onSubmit=${onSubmit}>
    <p class="quiet">A batch by hand begins each phase when you say so. Give its members as CSV with
      the columns of the template.</p>
    <label>A CSV file <input type="file" accept=".csv,text/csv" onChange=${onFile} /></label>
    <label>or the table itself
      <textarea class="mono" rows="8" value=${table} spellcheck=${false}
        onInput=${(event: Event) => setTable((event.target as HTMLTextAreaElement).value)}>
          </textarea></label>
    ${problem !== null && html`<${Refused} problem=${problem} />`}
    <${Command} text=${`drover batch create ${shellWord(name)} --members members.csv`} />
    <div class="buttons"><button class="button main"
      disabled=${isBarred || isSent || table.trim() === ""}
      title=${isBarred ? "Needs the role Admin" : undefined}>
      ${isSent ? "Creating…" : "Create the batch"}</button></div>
  </form>`;
}
