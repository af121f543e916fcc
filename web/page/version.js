// Which version of the page this is: a number over all its files, which web/embed.py fills in.
export const VERSION = "@VERSION@";

/** Has the server another version now? It fails where the server cannot be asked. */
export async function isOutdated() {
  const answer = await fetch("/version.js", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`the version of the page cannot be had: ${answer.status}`);
  return !(await answer.text()).includes(`"${VERSION}"`);
}
