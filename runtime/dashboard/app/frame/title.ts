/** The title of the browser's tab: the page first, so that tabs can be told apart. */

export function titled(page: string): void {
  const title = `${page} · Drover`;
  if (document.title !== title) document.title = title;
}
