/** Where the device keeps the colours of up and down. */
export const COLOUR_STORAGE_KEY = "colours";

/** Where the device keeps whether amounts are hidden. */
export const HIDE_STORAGE_KEY = "hideBalances";

/**
 * Inline script text that applies, before the first paint, what the device remembers: the colours of up
 * and down, and hidden amounts, which must not flash up while the page loads. For a `<script nonce>` in `<head>`.
 */
export const STORED_CHOICES_SCRIPT = `try{var d=document.documentElement.dataset;if(localStorage.getItem("${COLOUR_STORAGE_KEY}")==="blue-orange")d.colours="blue-orange";if(localStorage.getItem("${HIDE_STORAGE_KEY}")==="1")d.balances="hidden"}catch(e){}`;

/** Set on <html> once the page answers to clicks. */
export const READY_ATTRIBUTE = "data-ready";

/**
 * Inline script text that holds back forms until the page is ready: the browser's own submit would
 * reload the page, lose what was typed and put it into the address.
 */
export const HOLD_SUBMIT_SCRIPT = `document.addEventListener("submit",function(e){if(!document.documentElement.hasAttribute("${READY_ATTRIBUTE}"))e.preventDefault()},true)`;
