// What jsdom answers, sooner: a ninth of the time of component tests went into styles. docs/decisions/platform/one-realm.md.
const selectors = require("jsdom/lib/jsdom/living/helpers/selectors.js");

const TAG = /^[a-z][a-z0-9]*$/;
const TAG_FIRST = /^([a-z][a-z0-9]*)[[:.][^\s>+~]*$/;
const HTML = "http://www.w3.org/1999/xhtml";
const parsed = new Map();

/** The tags that a selector asks for, and whether for nothing else; null where a part of it names no tag. */
function tagsOf(selector) {
  if (!parsed.has(selector)) {
    const parts = (selector.includes("(") ? [selector] : selector.split(",")).map((part) =>
      part.trim(),
    );
    const tags = parts.map((part) => (TAG.test(part) ? part : TAG_FIRST.exec(part)?.[1]));
    const alone = parts.every((part) => TAG.test(part));
    parsed.set(selector, tags.includes(undefined) ? null : { tags: new Set(tags), alone });
  }
  return parsed.get(selector);
}

// jsdom asks each rule of its own style sheet, by a general parser, and nearly all are for other tags. Replaced before
// the modules of jsdom that use it are loaded.
const { matchesDontThrow } = selectors;
selectors.matchesDontThrow = (element, selector) => {
  const known = element._namespaceURI === HTML && selector ? tagsOf(selector) : null;
  if (!known) return matchesDontThrow(element, selector);
  if (!known.tags.has(element._localName)) return false;
  return known.alone || matchesDontThrow(element, selector);
};

const { implForWrapper } = require("jsdom/lib/jsdom/living/generated/utils.js");
const {
  getDeclarationForElement,
  getResolvedValue,
} = require("jsdom/lib/jsdom/living/helpers/style-rules.js");
const { TestEnvironment } = require("jest-environment-jsdom");

// What roles, names and presses ask for.
const ASKED = {
  display: (element) => getDeclarationForElement(element).getPropertyValue("display"),
  visibility: (element) => getResolvedValue(element, "visibility"),
  pointerEvents: (element) => getResolvedValue(element, "pointer-events"),
};
const BY_PROPERTY = { ...ASKED, "pointer-events": ASKED.pointerEvents };

const answerOf = (answers, name, element) =>
  Object.hasOwn(answers, name) ? answers[name](element) : undefined;

/** The computed style of an element, worked out as far as it is asked for: jsdom works out every color each time. */
function styleAsAsked(window, element, whole) {
  let known;
  const style = () => {
    known ??= whole();
    return known;
  };
  const getPropertyValue = (property) =>
    answerOf(BY_PROPERTY, property, element) ?? style().getPropertyValue(property);
  return new Proxy(Object.create(window.CSSStyleDeclaration.prototype), {
    get(_, name) {
      if (name === "getPropertyValue") return getPropertyValue;
      const answer = answerOf(ASKED, name, element);
      if (answer !== undefined) return answer;
      const value = Reflect.get(style(), name);
      return typeof value === "function" ? value.bind(style()) : value;
    },
    has: (_, name) => Reflect.has(style(), name),
  });
}

/** Jest's environment for component tests: jsdom with its styles worked out sooner. */
module.exports = class extends TestEnvironment {
  constructor(...parts) {
    super(...parts);
    const { window } = this.dom;
    const { getComputedStyle } = window;
    window.getComputedStyle = (wrapper, pseudo) => {
      const element = implForWrapper(wrapper);
      // Styles of what is not in the document are not kept by jsdom either.
      return pseudo || !element?._attached
        ? getComputedStyle(wrapper, pseudo)
        : styleAsAsked(window, element, () => getComputedStyle(wrapper));
    };
  }
};
