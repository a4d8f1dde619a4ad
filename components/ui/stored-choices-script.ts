/** Where the device keeps the colours of up and down. */
export const COLOUR_STORAGE_KEY = "colours";

/** Where the device keeps whether amounts are hidden. */
export const HIDE_STORAGE_KEY = "hideBalances";

/** Sent to the window when the theme that shows may have to change. */
export const THEME_EVENT = "theme";

const SITE_THEME = { key: "theme", fallback: "system" } as const;
/** Staff pages remember their own choice and start light. */
const STAFF_THEME = { key: "admin-theme", fallback: "light" } as const;

/** Where the device keeps the theme of a page, and which one shows before a choice. */
export function themeOf(pathname: string) {
  return pathname.split("/")[1] === "admin" ? STAFF_THEME : SITE_THEME;
}

const THEME_SCRIPT = `(function(){var dark=matchMedia("(prefers-color-scheme: dark)");function apply(){var of=location.pathname.split("/")[1]==="admin"?${JSON.stringify(STAFF_THEME)}:${JSON.stringify(SITE_THEME)},theme;try{theme=localStorage.getItem(of.key)}catch(e){}theme=theme||of.fallback;document.documentElement.dataset.theme=theme==="dark"||theme==="system"&&dark.matches?"dark":"light"}apply();dark.addEventListener("change",apply);addEventListener("storage",apply);addEventListener("${THEME_EVENT}",apply)})();`;

/**
 * Inline script text that applies, before the first paint, what the device remembers: the theme, the
 * colours of up and down, and hidden amounts, which must not flash up while the page loads. The theme
 * goes on following the device and the other tabs. For a `<script nonce>` in `<head>`.
 */
export const STORED_CHOICES_SCRIPT = `${THEME_SCRIPT}try{var d=document.documentElement.dataset;if(localStorage.getItem("${COLOUR_STORAGE_KEY}")==="blue-orange")d.colours="blue-orange";if(localStorage.getItem("${HIDE_STORAGE_KEY}")==="1")d.balances="hidden"}catch(e){}`;

/** Set on <html> once the page answers to clicks. */
export const READY_ATTRIBUTE = "data-ready";

/**
 * Inline script text that holds back forms until the page is ready: the browser's own submit would
 * reload the page, lose what was typed and put it into the address.
 */
export const HOLD_SUBMIT_SCRIPT = `document.addEventListener("submit",function(e){if(!document.documentElement.hasAttribute("${READY_ATTRIBUTE}"))e.preventDefault()},true)`;
