/** Publishing what was written as the next version. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Validation } from "../../../../contract/http/runbook-checks.ts";
import type { PublishedRunbook } from "../../../../contract/http/runbooks.ts";
import { send } from "../../api/request.ts";
import { askAgain } from "../../api/resource.ts";
import { go } from "../../frame/navigation.ts";
import { runbookPath } from "../../frame/route.ts";
import { mayAny } from "../../frame/session.ts";
import { Command } from "../../ui/copy.ts";
import { Dialog } from "../../ui/dialog.ts";
import { html } from "../../ui/html.ts";
import { Icon } from "../../ui/icons.ts";
import { say, sayProblem } from "../../ui/toasts.ts";

type Choices = { readonly moves: boolean; readonly rerunInit: boolean };

async function publish(
  name: string,
  text: string,
  { moves, rerunInit }: Choices,
): Promise<boolean> {
  const body = {
    name,
    yaml_content: text,
    in_flight: moves ? "transition" : "pin",
    rerun_init: rerunInit,
  };
  const answer = await send<PublishedRunbook>("/api/runbooks", { method: "POST", body });
  if (!answer.ok) {
    sayProblem(answer.problem);
    return false;
  }
  say(`${name} version ${answer.value.version} is published.`);
  askAgain();
  go(runbookPath(name));
  return true;
}

function PublishDialog(props: { name: string; text: string; onClose: () => void }): VNode {
  const { name, text, onClose } = props;
  const [choices, choose] = useState<Choices>({ moves: true, rerunInit: false });
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void publish(name, text, choices).then((isDone) => isDone && onClose());
  };
  return html`<${Dialog} title=${`Publish ${name}?`} onClose=${onClose}>
    <form class="bare" onSubmit=${onSubmit}>
      <p>It becomes the active version: batches found from now on follow it.</p>
      <label class="inline"><input type="checkbox" checked=${choices.moves}
        onChange=${() => choose({ ...choices, moves: !choices.moves })} />
        Batches under way move to it; phases that have begun stay as they are</label>
      <label class="inline"><input type="checkbox" checked=${choices.rerunInit}
        onChange=${() => choose({ ...choices, rerunInit: !choices.rerunInit })} />
        Their init is run again</label>
      <div class="tight"><span class="quiet small">The same as CLI</span>
        <${Command} text=${`drover runbook publish ${name}.yaml`} /></div>
      <div class="buttons"><button type="button" class="button"
        onClick=${onClose}>Leave it</button>
        <button class="button main" type="submit">Publish</button></div>
    </form>
  <//>`;
}

export function Publish(props: {
  text: string;
  found: Validation | null;
  isChanged: boolean;
}): VNode {
  const { text, found } = props;
  const [isOpen, setOpen] = useState(false);
  const isBarred = !mayAny(["Admin"]);
  const reason = isBarred ? "Needs the role Admin" : found?.valid ? null : "It has errors";
  return html`<span>
    <button class="button main" disabled=${reason !== null} title=${reason ?? undefined}
      onClick=${() => setOpen(true)}><${Icon} name="arrow" size=${14} />Publish…</button>
    ${
      isOpen &&
      found?.name != null &&
      html`<${PublishDialog} name=${found.name} text=${text}
      onClose=${() => setOpen(false)} />`
    }
  </span>`;
}
