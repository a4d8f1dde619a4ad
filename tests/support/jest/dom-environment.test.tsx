function element(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}
const styleOf = (found: Element) => {
  const { display, visibility, pointerEvents } = getComputedStyle(found);
  return [display, visibility, pointerEvents];
};

it("knows how elements show by themselves, as jsdom does", () => {
  const displays = {
    "<p>text</p>": "block",
    "<span>text</span>": "",
    "<ul><li>text</li></ul>": "block",
    "<table></table>": "table",
    '<input type="hidden">': "none",
    '<input type="text">': "inline-block",
    "<dialog>text</dialog>": "none",
    "<dialog open>text</dialog>": "",
    "<p hidden>text</p>": "none",
    "<template></template>": "none",
  };
  const found = Object.keys(displays).map((html) => [html, styleOf(element(html))[0]]);
  expect(Object.fromEntries(found)).toEqual(displays);
  const [item] = element("<ul><li>text</li></ul>").children;
  expect(item && styleOf(item)[0]).toBe("list-item");
});

it("sees every change of a style: of an element, around it, and of a sheet", () => {
  const outer = element("<div><p><b>text</b></p></div>");
  const inner = outer.querySelector("b") as HTMLElement;
  expect(styleOf(inner)).toEqual(["", "visible", "auto"]);
  inner.style.display = "none";
  expect(styleOf(inner)).toEqual(["none", "visible", "auto"]);
  outer.style.visibility = "hidden";
  expect(styleOf(inner)).toEqual(["none", "hidden", "auto"]);
  outer.setAttribute("style", "pointer-events: none");
  expect(styleOf(inner)).toEqual(["none", "visible", "none"]);
  inner.removeAttribute("style");
  outer.replaceWith(inner);
  expect(styleOf(inner)).toEqual(["", "visible", "auto"]);

  const sheet = document.createElement("style");
  document.head.append(sheet);
  sheet.textContent =
    "@keyframes fade { from { opacity: 0 } } i, p > b, body b:not(.shown) { display: flex }";
  expect(styleOf(inner)[0]).toBe("flex");
  inner.className = "shown";
  expect(styleOf(inner)[0]).toBe("");
  sheet.remove();
  inner.className = "";
  expect(styleOf(inner)[0]).toBe("");
});
