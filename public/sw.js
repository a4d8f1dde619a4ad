// Shows push messages, and an honest page while there is no network. It keeps nothing of the site: whatever showed
// prices or balances from before would be wrong.

const CACHE = "offline-1";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.add(new Request(OFFLINE, { cache: "reload" }));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const load = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match(OFFLINE)) ?? Response.error();
    }
  };
  event.respondWith(load());
});

self.addEventListener("push", (event) => {
  const show = async () => {
    const { id, title, body, url } = event.data.json();
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    // Whoever looks at the site sees it there.
    if (windows.some(({ focused }) => focused)) return;
    const icon = "/icon-192.png";
    await self.registration.showNotification(title, { body, tag: id, icon, data: { url } });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const { url } = event.notification.data;
    const [first] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (!first) return self.clients.openWindow(url);
    await first.focus();
    return first.navigate(url);
  };
  event.waitUntil(open());
});
