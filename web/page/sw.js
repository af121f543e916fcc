// The service worker: keeps the page for when the server cannot be reached, over https and on this machine.
//
// The rule of versions: what the server gives comes first, always. A cache has all files of one version, and is there only when it is
// whole; the one of the last version goes when the next is whole. So without the server a page has the files of one version. With it, a
// page that the server has left behind says so (version.js) and loads the new one as a whole.

const VERSION = "@VERSION@", FILES = ["@FILES@"]; // prettier-ignore
const NAME = `takeaway-${VERSION}`;
const PATIENCE_MS = 4000; // with a server that does not answer a document

const worker = /** @type {any} */ (globalThis);

/** All files, or none: the one with the version comes last, so that files of two versions are found out. */
async function fill() {
  const cache = await caches.open(NAME);
  const fresh = (/** @type {string} */ path) => new Request(path, { cache: "no-cache" });
  try {
    await cache.addAll(FILES.filter((path) => path !== "/version.js").map(fresh));
    const version = await fetch(fresh("/version.js"));
    if (!(await version.clone().text()).includes(`"${VERSION}"`)) throw new Error("the server has another version now");
    await cache.put("/version.js", version);
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

worker.oninstall = (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(fill());
};

worker.onactivate = (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))));
};

/** @param {Request} request @param {string} path */
async function kept(request, path) {
  const cache = await caches.open(NAME);
  const answer = await cache.match(request.mode === "navigate" ? "/" : path);
  return answer ?? Response.error();
}

/** @param {Request} request @param {string} path */
async function fetchFirst(request, path) {
  const patience = request.mode === "navigate" ? AbortSignal.timeout(PATIENCE_MS) : undefined;
  try {
    return await fetch(request, { signal: patience });
  } catch {
    return kept(request, path);
  }
}

worker.onfetch = (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isEmbedded = pathname.startsWith("/embed/");
  if (request.method !== "GET" || origin !== location.origin || isEmbedded) return;
  if (request.mode === "navigate" || FILES.includes(pathname)) event.respondWith(fetchFirst(request, pathname));
};
