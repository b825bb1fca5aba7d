/** A batch by hand: a table of members, and what is wrong with it line by line. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { BatchPreview, CreatedBatch } from "../../../../contract/http/batch-actions.ts";
import { type Problem, send } from "../../api/request.ts";
import { counted, shellWord, valueText } from "../../format/words.ts";
import { go } from "../../frame/navigation.ts";
import { withQuery } from "../../frame/query.ts";
import { batchPath } from "../../frame/route.ts";
import { mayAny } from "../../frame/session.ts";
import { Command } from "../../ui/copy.ts";
import { html } from "../../ui/html.ts";
import { Table } from "../../ui/table.ts";
import { say } from "../../ui/toasts.ts";

function Problems({ of }: { of: Problem["problems"] }): VNode {
  return html`<ul class="list small">${of.map(
    ({ message, line, hint }, at) => html`<li key=${at}>
      ${line !== null && html`<b>Line ${line}: </b>`}${message}
      ${hint !== null && html` <span class="quiet">${hint}</span>`}</li>`,
  )}</ul>`;
}

function Refused({ problem }: { problem: Problem }): VNode {
  return html`<div class="card flat bad" role="alert"><p><b>
    ${problem.title}.</b> ${problem.detail}</p><${Problems} of=${problem.problems} /></div>`;
}

function Preview({ preview }: { preview: BatchPreview }): VNode {
  const { memberCount, runbookVersion, columns, rows, problems } = preview;
  return html`<div class="stack" role="status">
    <p><b>A batch of ${counted(memberCount, "member")}</b> by version ${runbookVersion}.
      ${" "}It begins when you advance it.</p>
    <${Problems} of=${problems} />
    <${Table} label="First members" heads=${columns}>
      ${rows.map(
        (row, at) => html`<tr key=${at}>
          ${columns.map((name) => html`<td key=${name}>${valueText(row[name])}</td>`)}</tr>`,
      )}
    <//></div>`;
}

export function CreateBatch({ name }: { name: string }): VNode {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [table, setTable] = useState("");
  const [preview, setPreview] = useState<BatchPreview | null>(null);
  const [isSent, setSent] = useState(false);
  const give = async <T>(path: string): Promise<T | null> => {
    setSent(true);
    const asked = withQuery(path, { runbookName: name });
    const answer = await send<T>(asked, { method: "POST", csv: table });
    setSent(false);
    setPreview(null);
    setProblem(answer.ok ? null : answer.problem);
    return answer.ok ? answer.value : null;
  };
  const onFile = (event: Event): void => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file !== undefined) void file.text().then(setTable);
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void give<CreatedBatch>("/api/batches").then((made) => {
      if (made === null) return;
      say(`Batch #${made.id} has ${counted(made.memberCount, "member")}.`);
      go(batchPath(made.id));
    });
  };
  const onPreview = (): void => {
    void give<BatchPreview>("/api/batches/preview").then(setPreview);
  };
  const template = `/api/runbooks/${encodeURIComponent(name)}/template`;
  const isBarred = !mayAny(["Admin"]);
  const isIdle = isSent || table.trim() === "";
  return html`<form class="stack" onSubmit=${onSubmit}>
    <p class="quiet">A batch by hand begins each phase when you say so. Give its members as CSV with
      the columns of <a href=${template} download>the template</a>.</p>
    <label>A CSV file <input type="file" accept=".csv,text/csv" onChange=${onFile} /></label>
    <label>or the table itself
      <textarea class="mono" rows="8" value=${table} spellcheck=${false}
        onInput=${(event: Event) => setTable((event.target as HTMLTextAreaElement).value)}>
          </textarea></label>
    ${problem !== null && html`<${Refused} problem=${problem} />`}
    ${preview !== null && html`<${Preview} preview=${preview} />`}
    <${Command} text=${`drover batch create ${shellWord(name)} --members members.csv`} />
    <div class="buttons">
      ${isBarred && html`<span class="quiet small">To create it needs the role Admin.</span>`}
      <button type="button" class="button" disabled=${isIdle} onClick=${onPreview}>Preview</button>
      <button class="button main" disabled=${isBarred || isIdle}>Create the batch</button></div>
  </form>`;
}
