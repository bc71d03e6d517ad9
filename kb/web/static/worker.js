// Keeps the quick reference, our terms and the rules text, and answers from them where the server is not reached.
// The first line is written by the server: const KEPT = [addresses], STAMP = "…";
const CACHE = `mtgkb-${STAMP}`;
const DATA = "/offline/data.json";

async function keep(cache) {
  await Promise.all(KEPT.map(async (address) => {
    const answer = await fetch(address, { cache: "no-cache", credentials: "same-origin" });
    if (answer.ok) await cache.put(address, answer);
  }));
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await keep(await caches.open(CACHE));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("mtgkb-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data !== "renew") return;
  event.waitUntil((async () => {
    await keep(await caches.open(CACHE));
    event.source?.postMessage("renewed");
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname === DATA || address.pathname.startsWith("/a/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") event.respondWith(networkFirst(request, address));
});

async function keptFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function networkFirst(request, address) {
  try {
    const answer = await fetch(request);
    // the kept page is the one last seen: in the language and look that the visitor chose since
    if (answer.ok && KEPT.includes(address.pathname) && !address.search) (await caches.open(CACHE)).put(address.pathname, answer.clone());
    return answer;
  } catch (error) {
    const same = await caches.match(address.pathname, { ignoreVary: true });
    const shell = same ?? (await caches.match("/offline", { ignoreVary: true }));
    if (shell) return shell;
    throw error;
  }
}
