/** Whether what somebody pasted is the site's. It runs in the browser: nothing of it is sent. */

/** What the site knows of itself. */
export interface SiteFacts {
  /** Scheme, host and port, as in "https://example.com". */
  origin: string;
  /** The address that mails come from. */
  sender: string;
  /** Deposit addresses that are in use now. */
  addresses: { currency: string; network: string; address: string }[];
}

export type Verdict = "own" | "foreign" | "lookalike" | "unsafe";
export type Found =
  | { kind: "link"; verdict: Verdict; text: string; host: string }
  | { kind: "mail"; verdict: "own" | "foreign"; text: string }
  | { kind: "address"; verdict: "own" | "foreign"; text: string; coin: string }
  | { kind: "secret"; verdict: "unsafe" };

/** More than anybody reads; a text can be a whole mailbox. */
const MAX_FOUND = 50;
/** Names of hosts this close to the site's are made to be taken for it. */
const CLOSE = 2;

const ADDRESS = /\b(?:0x[0-9a-f]{40}|bc1[0-9a-z]{20,80}|[13T][1-9A-HJ-NP-Za-km-z]{25,34})\b/gi;
const SCHEMED = /(?:[a-z][a-z0-9+.-]*:(?:\/\/|\\\\|\/\\|\\\/)|javascript:|data:)[^\s<>"]+/gi;
const MAIL = /[^\s<>()"',;:@]+@[^\s<>()"',;:@/]+\.[^\s<>()"',;:@/.]+/g;
const BARE =
  /(?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])+\p{L}[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#\\][^\s<>"]*)?/gu;
/** Words of a request for what nobody at the site asks for, in the languages of the site. */
const SECRET =
  /password|passwort|contraseña|passphrase|seed phrase|private key|privater schlüssel|clave privada|recovery code|wiederherstellungscode|código de recuperación|authenticator|authentication code|2fa|one-time code|einmalcode/i;

const withoutEnd = (text: string) => text.replace(/[.,;:!?'"“”’)\]}]+$/u, "");

/** How many letters have to change to make one name of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Digits and pairs that look like letters, as those letters. */
const plainName = (host: string) =>
  host
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/[015]/g, (digit) => "ol..s"[+digit] ?? "")
    .replace(/[-.]/g, "");

function isLookalike(host: string, own: string): boolean {
  const [name = own] = own.replace(/^www\./, "").split(".");
  const isNamed = name.length > 3 && plainName(host).includes(plainName(name));
  return host.includes("xn--") || isNamed || distance(host, own) <= CLOSE;
}

function judgeLink(text: string, site: URL): Found {
  const unsafe = (host: string): Found => ({ kind: "link", verdict: "unsafe", text, host });
  let url: URL;
  try {
    url = new URL(
      /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text)
        ? text
        : `${site.protocol}//${text}`,
    );
  } catch {
    return unsafe("");
  }
  if (!/^https?:$/.test(url.protocol)) return unsafe("");
  const host = url.host.replace(/\.(?=:|$)/, "");
  // What stands before an @ is a name that is shown to nobody; a backslash is read as a slash by some and not by others.
  if (url.username || url.password || text.includes("\\")) return unsafe(host);
  if (host === site.host) {
    const verdict = url.protocol === site.protocol ? "own" : "unsafe";
    return { kind: "link", verdict, text, host };
  }
  const isClose = url.hostname === site.hostname || isLookalike(url.hostname, site.hostname);
  return { kind: "link", verdict: isClose ? "lookalike" : "foreign", text, host };
}

/**
 * What of a pasted text can be told to be the site's or not: links, addresses of mail and of deposits, and whether it asks
 * for a secret. Each is told once, in the order of these kinds.
 */
export function checkMessage(pasted: string, facts: SiteFacts): Found[] {
  const site = new URL(facts.origin);
  const found: Found[] = [];
  let rest = pasted.normalize("NFC");
  /** Takes what a pattern finds out of the text, so that nothing is told twice. */
  const take = (pattern: RegExp, judge: (text: string) => Found) => {
    const texts = new Set<string>();
    rest = rest.replace(pattern, (match) => {
      texts.add(withoutEnd(match));
      return " ";
    });
    for (const text of texts) found.push(judge(text));
  };
  take(SCHEMED, (text) => judgeLink(text, site));
  take(MAIL, (text) => {
    const isOwn = text.toLowerCase() === facts.sender.toLowerCase();
    return { kind: "mail", verdict: isOwn ? "own" : "foreign", text };
  });
  take(ADDRESS, (text) => {
    const spell = (address: string) =>
      /^(0x|bc1)/i.test(address) ? address.toLowerCase() : address;
    const own = facts.addresses.filter(({ address }) => spell(address) === spell(text));
    const coin = own.map(({ currency, network }) => `${currency} ${network}`).join(", ");
    return { kind: "address", verdict: own.length > 0 ? "own" : "foreign", text, coin };
  });
  take(BARE, (text) => judgeLink(text, site));
  if (SECRET.test(rest)) found.push({ kind: "secret", verdict: "unsafe" });
  return found.slice(0, MAX_FOUND);
}
