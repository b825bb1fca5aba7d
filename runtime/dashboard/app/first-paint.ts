/** Runs before the page is painted, as a plain script: puts the chosen theme on the page, so that
 *  a dark room never sees a white flash. Shares no scope with the modules that come after. */
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("drover.theme");
  } catch {
    // Storage may be forbidden; then the system's wish is followed.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
}
