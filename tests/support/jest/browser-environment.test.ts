import { afterAll, expect, test } from "@jest/globals";
import { JSDOM } from "jsdom";

// Without types: jsdom's own modules.
const sheet = require("jsdom/lib/jsdom/browser/default-stylesheet.js");
const { implForWrapper } = require("jsdom/lib/jsdom/living/generated/utils.js");
const selectors = require("jsdom/lib/jsdom/living/helpers/selectors.js");

const general = selectors.matchesDontThrow;
const Environment = require("./browser-environment.cjs");
const sooner = selectors.matchesDontThrow;

const ELEMENTS = `
  <p>text</p><p hidden>text</p><a href="#x">link</a><div dir="rtl"></div><h1>title</h1><section><h1>title</h1></section>
  <form><input><input type="hidden"><input type="checkbox" disabled><button>press</button><textarea></textarea>
  <select multiple><optgroup><option>one</option></optgroup></select><label>name</label><fieldset><legend></legend></fieldset>
  <meter></meter><progress></progress></form><dialog>shut</dialog><dialog open>open</dialog>
  <details><summary>more</summary>text</details><table border="1"><thead><tr><th></th></tr></thead><tbody><tr><td></td></tr></tbody></table>
  <ul><li>one</li></ul><ol><li>one</li></ol><svg><a></a><title></title></svg><template></template><video></video><script></script>
  <div style="display: none"><b>none</b></div><div style="visibility: hidden; color: red"><i style="pointer-events: none"></i></div>`;

const plain = new JSDOM(ELEMENTS).window;
const everyOf = (document: Document) => [...document.querySelectorAll("*")];

const environment = new Environment(
  { projectConfig: { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} }, globalConfig: {} },
  { console },
);
afterAll(() => environment.teardown());

test("each rule of jsdom's style sheet fits the elements that it fits by the general way", () => {
  const rules = sheet
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("}")
    .map((rule: string) => (rule.split("{").at(-2) ?? "").trim())
    .filter(Boolean);
  const fitting = (fits: typeof general) =>
    everyOf(plain.document).flatMap((element, at) =>
      rules
        .filter((rule: string) => fits(implForWrapper(element), rule))
        .map((rule: string) => `${at} ${element.localName}: ${rule}`),
    );
  expect(sooner).not.toBe(general);
  expect(fitting(sooner)).toEqual(fitting(general));
  expect(fitting(general).length).toBeGreaterThan(50);
});

test("computed styles are those of jsdom, whatever is asked for first", () => {
  const { window } = environment.dom;
  window.document.documentElement.innerHTML = plain.document.documentElement.innerHTML;
  const names = ["display", "visibility", "pointerEvents", "color", "length", "cssText"] as const;
  const looks = (of: { getComputedStyle: Window["getComputedStyle"] }, document: Document) =>
    everyOf(document).map((element) => {
      const style = of.getComputedStyle(element);
      return [
        ...names.map((name) => style[name]),
        ...["display", "visibility", "pointer-events", "background-color"].map((property) =>
          style.getPropertyValue(property),
        ),
      ];
    });
  expect(looks(window, window.document)).toEqual(looks(plain as never, plain.document));
  const hidden = window.document.querySelector("b").parentElement;
  hidden.style.display = "flex";
  expect(window.getComputedStyle(hidden).display).toBe("flex");
});
