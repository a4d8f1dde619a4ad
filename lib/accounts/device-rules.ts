/** What a browser says of itself, in words that its owner recognises. */
import { ipv6Prefix } from "@/lib/platform/security/address";
import { text } from "@/lib/platform/text";

const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

// Order matters: Android calls itself Linux too, and an iPhone "like Mac OS X".
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const MAX_NAME = 40;

const find = (table: [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/**
 * "Chrome on Windows" for a user agent. Programs are called by their own name; nothing known is
 * "Unknown device". Versions are left out: an update makes no new device.
 */
export function deviceName(userAgent: string | null): string {
  const given = userAgent ?? "";
  const browser = find(BROWSERS, given);
  const system = find(SYSTEMS, given);
  if (browser && system) return text("answers.device.browserOnSystem", { browser, system });
  const program = /^[\w.-]+/.exec(given)?.[0];
  return browser ?? system ?? program?.slice(0, MAX_NAME) ?? text("answers.device.unknown");
}

/**
 * The network that an address belongs to, roughly: the first 24 bits of IPv4, the first 48 of IPv6.
 * Providers change the rest from day to day.
 */
export function networkOf(ip: string | null): string {
  const text = (ip ?? "").toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(text)) return text.split(".").slice(0, 3).join(".");
  if (!text.includes(":")) return text;
  return ipv6Prefix(text, 3);
}

type Device = { ip: string | null; userAgent: string | null };

/** Whether a device is one of those seen before: the same kind of browser in the same network. */
export function isKnownDevice(device: Device, seen: readonly Device[]): boolean {
  const keyOf = ({ ip, userAgent }: Device) => `${deviceName(userAgent)}@${networkOf(ip)}`;
  const key = keyOf(device);
  return seen.some((each) => keyOf(each) === key);
}
