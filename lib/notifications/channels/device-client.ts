/** Push messages of this device, in the browser. */
import { api, storedToken } from "@/lib/platform/client/api";
import { readStored, removeStored, writeStored } from "@/lib/platform/client/safe-storage";

/** What a device is told of: what happens to somebody as a user, or new work for staff. Each is turned on by itself. */
export type DevicePart = "own" | "staff";

/**
 * `owner`: whose messages this device gets, since another person who logs in here has asked for none. `told`: that this
 * tab has told the server of the device since somebody logged in.
 */
const PARTS = {
  own: {
    path: "/push/subscriptions",
    owner: "push-messages-of",
    told: "push-messages-told",
    other: "staff",
  },
  staff: {
    path: "/admin/push/subscriptions",
    owner: "staff-push-messages-of",
    told: "staff-push-messages-told",
    other: "own",
  },
} as const;

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

const isWantedBy = (userId: string, part: DevicePart): boolean =>
  isSupported() && readStored("localStorage", PARTS[part].owner) === userId;

/** The browser's subscription, while this person wants these messages here. */
async function subscriptionOf(userId: string, part: DevicePart): Promise<PushSubscription | null> {
  if (!isWantedBy(userId, part)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this device gets push messages of a part for a person. */
export async function deviceState(userId: string, part: DevicePart): Promise<DeviceState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscriptionOf(userId, part)) ? "on" : "off";
}

/** A device belongs to a session: whoever logs in again in the same tab has another one, with another token. */
const toldAs = ({ endpoint }: PushSubscription) => `${storedToken()?.slice(-16)} ${endpoint}`;

const tell = async (subscription: PushSubscription, part: DevicePart) => {
  const told = toldAs(subscription);
  await api.post(PARTS[part].path, subscription.toJSON());
  writeStored("sessionStorage", PARTS[part].told, told);
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
export async function turnOn(userId: string, part: DevicePart): Promise<DeviceState> {
  if (!isSupported()) return "unsupported";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  await tell(await subscribe(), part);
  writeStored("localStorage", PARTS[part].owner, userId);
  return "on";
}

/** Ends them here and on the server. @throws ApiError when the server did not hear of it */
export async function turnOff(userId: string, part: DevicePart): Promise<DeviceState> {
  const { path, owner, told, other } = PARTS[part];
  const subscription = await subscriptionOf(userId, part);
  if (subscription) {
    await api.delete(path, { body: { endpoint: subscription.endpoint } });
    // A browser has one for both parts.
    const isShared = readStored("localStorage", PARTS[other].owner) !== null;
    if (!isShared) await subscription.unsubscribe();
  }
  removeStored("localStorage", owner);
  removeStored("sessionStorage", told);
  return "off";
}

/** Once a tab and login: the device belongs to the session that it was told with, and a browser may have renewed it. */
export async function keepDevice(userId: string, part: DevicePart): Promise<void> {
  if (!isWantedBy(userId, part) || Notification.permission !== "granted") return;
  await registerWorker();
  const subscription = (await subscriptionOf(userId, part)) ?? (await subscribe());
  const isTold = readStored("sessionStorage", PARTS[part].told) === toldAs(subscription);
  if (!isTold) await tell(subscription, part);
}
