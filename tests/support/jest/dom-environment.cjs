// Before jsdom reads it.
const selectors = require("jsdom/lib/jsdom/living/helpers/selectors");

const LAST_NAME = /(?:^|[\s>+~])([a-z][a-z0-9]*)[^\s>+~]*$/;

/** The names of the elements that a selector can match, where each of its alternatives ends with one; else null. */
function namesIn(selector) {
  // Commas and combinators in brackets don't part what stands around them.
  if (/[([][^)\]]*[,\s>+~]/.test(selector)) return null;
  const names = selector.split(",").map((part) => LAST_NAME.exec(part.trim())?.[1]);
  return names.includes(undefined) ? null : new Set(names);
}

const namesOf = new Map();

const { matchesDontThrow } = selectors;
// For the style of one element jsdom tries a hundred rules of its own, of which most are for other elements.
selectors.matchesDontThrow = (element, selector) => {
  // Rules for movements have none.
  if (!selector) return matchesDontThrow(element, selector);
  if (!namesOf.has(selector)) namesOf.set(selector, namesIn(selector));
  const names = namesOf.get(selector);
  if (names !== null && !names.has(element._localName)) return false;
  return matchesDontThrow(element, selector);
};

const { implForWrapper } = require("jsdom/lib/jsdom/living/generated/utils");
const { TestEnvironment } = require("jest-environment-jsdom");

/** Jest's environment with a document, whose styles are reckoned once for as long as nothing of it changes. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const window = this.global;
    const { getComputedStyle } = window;
    const known = new WeakMap();
    window.getComputedStyle = (element, pseudo) => {
      const impl = implForWrapper(element);
      if (pseudo || !impl?._attached) return getComputedStyle.call(window, element, pseudo);
      // A new one whenever something changes.
      const age = impl._ownerDocument._styleCache;
      const styles = (age && known.get(age)) ?? new WeakMap();
      const style = styles.get(element) ?? getComputedStyle.call(window, element);
      known.set(impl._ownerDocument._styleCache, styles.set(element, style));
      return style;
    };
  }
};
