/** Where the dashboard begins in the browser. */
import { render } from "preact";
import { Frame } from "./frame/frame.ts";
import { listenToKeys } from "./frame/keyboard.ts";
import { followLinks } from "./frame/navigation.ts";
import { followTime, openSession } from "./frame/session.ts";
import { html } from "./ui/html.ts";
import { keepTime } from "./ui/times.ts";

const root = document.querySelector("#drover");
if (root === null) throw new Error("the page has no place for the dashboard");

followLinks();
listenToKeys();
keepTime();
followTime();
render(html`<${Frame} />`, root);
void openSession();
