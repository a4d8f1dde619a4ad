import { ACCOUNT_STORAGE_KEY } from "@/lib/platform/client/account-rules";

/** Where the device keeps the colours of up and down. */
export const COLOUR_STORAGE_KEY = "colours";

/** Where the device keeps whether amounts are hidden. */
export const HIDE_STORAGE_KEY = "hideBalances";

/** Where the device keeps whether times are in its zone or in UTC. */
export const TIMES_STORAGE_KEY = "times";

/** Where the device keeps the language of its user; also the name of the cookie that pages are made by. */
export const LANGUAGE_STORAGE_KEY = "language";

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

const MARKS_SCRIPT = `(function(){var d=document.documentElement.dataset;function mark(name,key,stored,value){try{if(localStorage.getItem(key)===stored)d[name]=value;else delete d[name]}catch(e){}}function apply(){mark("colours","${COLOUR_STORAGE_KEY}","blue-orange","blue-orange");mark("balances","${HIDE_STORAGE_KEY}","1","hidden")}apply();addEventListener("storage",apply)})();`;

const ACCOUNT_SCRIPT = `(function(){var d=document.documentElement.dataset;function kept(){try{return sessionStorage.getItem("${ACCOUNT_STORAGE_KEY}")==="practice"}catch(e){return false}}if(location.pathname.split("/")[1]==="admin")return;if(kept())d.account="practice";addEventListener("pageshow",function(e){if(e.persisted&&kept()!==(d.account==="practice"))location.reload()})})();`;

/**
 * Inline script text that applies, before the first paint, what the device remembers: the theme, the
 * colours of up and down, and hidden amounts, which must not flash up while the page loads. All three go on
 * following the other tabs, the theme also the device. The account, which the tab remembers, stays that of the page
 * until it is loaded anew: one that comes back from memory after a change is. For a `<script nonce>` in `<head>`.
 */
export const STORED_CHOICES_SCRIPT = `${THEME_SCRIPT}${MARKS_SCRIPT}${ACCOUNT_SCRIPT}`;

/**
 * Inline script text that notes the language of a page. Where the device has kept another one, and lost the cookie that
 * pages are made by, it makes the cookie anew and loads the page again.
 * @param others the codes of the languages that are offered beside that of the site
 */
export const languageScript = (others: string[]): string =>
  `(function(){try{if(location.pathname.split("/")[1]==="admin")return;var page=document.documentElement.lang,kept=localStorage.getItem("${LANGUAGE_STORAGE_KEY}"),has=function(){return/(^|; )${LANGUAGE_STORAGE_KEY}=/.test(document.cookie)};if(kept!==page&&!has()&&${JSON.stringify(others)}.indexOf(kept)>=0){document.cookie="${LANGUAGE_STORAGE_KEY}="+kept+"; path=/; max-age=31536000; samesite=lax";if(has())return location.reload()}localStorage.setItem("${LANGUAGE_STORAGE_KEY}",page)}catch(e){}})();`;

/**
 * Inline script text that puts a person's own choices on this device before anything is painted. They
 * must be checked values: they become part of the script.
 */
export function chosenScript(choices: {
  theme: "system" | "dark" | "light";
  colourMode: "default" | "blue-orange";
  hideBalances: boolean;
  times: "local" | "utc";
}): string {
  const { theme, colourMode, hideBalances, times } = choices;
  const keep = (key: string, value: string) => `localStorage.setItem("${key}","${value}");`;
  const mark = (name: string, value: string | null) =>
    value === null ? `delete d.${name};` : `d.${name}="${value}";`;
  const marks = [
    mark("colours", colourMode === "default" ? null : colourMode),
    mark("balances", hideBalances ? "hidden" : null),
  ];
  const kept = [
    keep(SITE_THEME.key, theme),
    keep(COLOUR_STORAGE_KEY, colourMode),
    keep(HIDE_STORAGE_KEY, hideBalances ? "1" : "0"),
    keep(TIMES_STORAGE_KEY, times),
  ];
  return `try{var d=document.documentElement.dataset;${marks.join("")}${kept.join("")}}catch(e){}dispatchEvent(new Event("${THEME_EVENT}"));`;
}

/** Set on <html> once the page answers to clicks. */
export const READY_ATTRIBUTE = "data-ready";

/**
 * Inline script text that holds back forms until the page is ready: the browser's own submit would
 * reload the page, lose what was typed and put it into the address.
 */
export const HOLD_SUBMIT_SCRIPT = `document.addEventListener("submit",function(e){if(!document.documentElement.hasAttribute("${READY_ATTRIBUTE}"))e.preventDefault()},true)`;
