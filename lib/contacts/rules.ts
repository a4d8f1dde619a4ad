import type { LinkType } from "./schema";

const EMAIL = /^[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/;

/**
 * The address that a contact's link leads to, or null when the link does not fit its type: a stored
 * "javascript:" text must never become something to click.
 */
export function contactHref(link: string, linkType: LinkType): string | null {
  const text = link.trim();
  switch (linkType) {
    case "url":
      return webAddress(text);
    case "email": {
      const address = text.replace(/^mailto:/i, "");
      return EMAIL.test(address) ? `mailto:${address}` : null;
    }
    case "phone": {
      const digits = text.replace(/^tel:/i, "").replace(/[\s().-]/g, "");
      return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : null;
    }
    case "internal":
      return /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : null;
  }
}

/** "t.me/support" is meant as https. */
function webAddress(text: string): string | null {
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(full);
    const isWeb = url.protocol === "https:" || url.protocol === "http:";
    return isWeb && url.hostname.includes(".") ? url.href : null;
  } catch {
    return null;
  }
}

/** Whether an icon's address is one that the pages' security policy lets a browser load. */
export function isIconAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  return /^https:\/\//i.test(text) && webAddress(text) !== null;
}
