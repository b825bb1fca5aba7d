/** Templates that become elements: text in them is always text, never markup. */
import htm from "htm";
import { h, type VNode } from "preact";

type Template = (strings: TemplateStringsArray, ...values: readonly unknown[]) => VNode;

type Binding = { readonly bind: (create: typeof h) => Template };

// One root per template is the rule here, so the list that htm could give never comes.
export const html = (htm as unknown as Binding).bind(h);
