/** Push messages of this device, in the browser. */
import { api } from "@/lib/platform/client/api";
import { readStored, removeStored, writeStored } from "@/lib/platform/client/safe-storage";

/** Whose messages this device gets: another person who logs in here has asked for none. */
const OWNER_KEY = "push-messages-of";
/** That this tab has told the server of the device since it was opened. */
const TOLD_KEY = "push-messages-told";

export type DeviceState = "unsupported" | "denied" | "off" | "on";

const isSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** What the browser's push service could not do. */
export class NoPushService extends Error {}

/** Lets an installed site say that there is no network, and takes push messages. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  // To a browser another address is another worker, which keeps its page in the language of this one.
  const { lang } = document.documentElement;
  return navigator.serviceWorker.register(`/sw.js?language=${lang}`, { updateViaCache: "none" });
}

/** The browser's subscription, while it is of this person. */
async function subscriptionOf(userId: string): Promise<PushSubscription | null> {
  if (!isSupported() || readStored("localStorage", OWNER_KEY) !== userId) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this device gets push messages for a person. */
export async function deviceState(userId: string): Promise<DeviceState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscriptionOf(userId)) ? "on" : "off";
}

const tell = async (subscription: PushSubscription) => {
  await api.post("/push/subscriptions", subscription.toJSON());
  writeStored("sessionStorage", TOLD_KEY, subscription.endpoint);
};

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")), (sign) =>
    sign.charCodeAt(0),
  );

async function subscribe(): Promise<PushSubscription> {
  const [{ key }] = await Promise.all([api.get<{ key: string }>("/push/key"), registerWorker()]);
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await pushManager.subscribe(wanted);
  } catch {
    // One of an earlier key of the site, which no message is sent by any more.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted).catch(() => {
      throw new NoPushService();
    });
  }
}

/**
 * Asks the person, then the push service, then tells the server.
 * @returns what this device is then
 * @throws NoPushService when the browser's own service fails
 * @throws ApiError when the server refuses
 */
export async function turnOn(userId: string): Promise<DeviceState> {
  if (!isSupported()) return "unsupported";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  await tell(await subscribe());
  writeStored("localStorage", OWNER_KEY, userId);
  return "on";
}

/** Ends them here and on the server. @throws ApiError when the server did not hear of it */
export async function turnOff(userId: string): Promise<DeviceState> {
  const subscription = await subscriptionOf(userId);
  if (subscription) {
    await api.delete("/push/subscriptions", { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  removeStored("localStorage", OWNER_KEY);
  removeStored("sessionStorage", TOLD_KEY);
  return "off";
}

/** Once a tab: the device belongs to the session that it was told with, and a browser may have renewed it. */
export async function keepDevice(userId: string): Promise<void> {
  await registerWorker();
  const isWanted = isSupported() && readStored("localStorage", OWNER_KEY) === userId;
  if (!isWanted || Notification.permission !== "granted") return;
  const subscription = (await subscriptionOf(userId)) ?? (await subscribe());
  if (readStored("sessionStorage", TOLD_KEY) !== subscription.endpoint) await tell(subscription);
}
