// Which version of the page this is: a number over all its files, which web/embed.py fills in.
export const VERSION = "@VERSION@";

/** Has the server another version now? False, too, if it cannot be asked. */
export async function isOutdated() {
  try {
    const answer = await fetch("/version.js", { cache: "no-cache" });
    return answer.ok && !(await answer.text()).includes(`"${VERSION}"`);
  } catch {
    return false;
  }
}
