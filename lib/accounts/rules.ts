/** Where people may be sent after logging in. */

/** Which parts of the site are switched on. */
export type Panels = { user: boolean; admin: boolean };
/** Which login page someone came through. */
export type Door = "user" | "admin";

const ANY_SITE = "http://site.invalid";
const SIGN_IN_PAGES = ["/login", "/register", "/admin/login"];

/** A path of this site as given, or null: anything else would be an open redirect. */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/")) return null;
  try {
    // The browser's own reading of the text: "//host", "/\host" and "/<tab>/host" leave the site.
    const url = new URL(path, ANY_SITE);
    const text = url.pathname + url.search + url.hash;
    // "/..//host" is read as a path, but what is left of it, "//host", would be another site.
    return url.origin === ANY_SITE && !text.startsWith("//") ? text : null;
  } catch {
    return null;
  }
}

/**
 * Where a person goes after logging in: the page they wanted if they may see it, else the start
 * page of a panel that is on. Null when none is: sending them anywhere would send them back here.
 */
export function destinationAfterSignIn(input: {
  saved: string | null;
  isAdmin: boolean;
  door: Door;
  panels: Panels;
}): string | null {
  const { saved, isAdmin, door, panels } = input;
  const starts = door === "admin" ? ["/admin", "/"] : ["/", "/admin"];
  const wanted = saved && (door === "user" || isAdminPath(saved)) ? [saved] : [];
  const mayOpen = (path: string) => {
    if (SIGN_IN_PAGES.includes(path.split(/[?#]/)[0] ?? "")) return false;
    return isAdminPath(path) ? isAdmin && panels.admin : panels.user;
  };
  return [...wanted, ...starts].find(mayOpen) ?? null;
}

function isAdminPath(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path);
}
