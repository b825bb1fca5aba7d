/** A dialog of the browser's own: it keeps the focus within, closes on Escape and gives the focus
 *  back. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.ts";

export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}): VNode {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const onClick = (event: MouseEvent): void => {
    if (event.target === box.current) props.onClose();
  };
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${props.onClose}
    onClick=${onClick}>
    <div class="inside">
      <h2 id="dialog-title">${props.title}</h2>
      ${props.children}
    </div>
  </dialog>`;
}
