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

/** Whether an address is of the staff panel. */
const isPanel = (url) => new URL(url, self.location.origin).pathname.split("/")[1] === "admin";

const openWindows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Whoever looks at the site sees it there; new work is seen in the panel alone, whose menu counts it. */
const isSeen = (url, windows) =>
  isPanel(url)
    ? windows.some((one) => isPanel(one.url) && one.visibilityState === "visible")
    : windows.some(({ focused }) => focused);

self.addEventListener("push", (event) => {
  const show = async () => {
    // Servers of before name no tag: while an upgrade goes on, or after it was taken back.
    const { id, tag = id, title, body, url } = event.data.json();
    if (isSeen(url, await openWindows())) return;
    const shown = await self.registration.getNotifications();
    // What a panel that is open and hidden has shown of the same gives place; neither that nor a repetition sounds again.
    const byPanel = shown.filter((one) => one.tag.startsWith(`${tag}-`));
    const isRepeated = shown.some((one) => one.tag === tag && one.data.id === id);
    for (const one of byPanel) one.close();
    const renotify = byPanel.length === 0 && !isRepeated;
    const icon = "/icon-192.png";
    await self.registration.showNotification(title, { body, tag, renotify, icon, data: { id, url } });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const { url } = event.notification.data;
    const own = (await openWindows()).find((one) => !isPanel(one.url));
    // What is typed in the panel is kept nowhere, so its windows stay where they are.
    if (isPanel(url) || !own) return self.clients.openWindow(url);
    await own.focus();
    return own.navigate(url);
  };
  event.waitUntil(open());
});
