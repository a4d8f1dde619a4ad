import { act, render, screen } from "@testing-library/react";
import { NavigationEffects } from "./navigation-effects";

let pathname = "/profile";
jest.mock("next/navigation", () => ({ usePathname: () => pathname }));

let scrolled: unknown[];
let reducedMotion: boolean;

beforeEach(() => {
  scrolled = [];
  reducedMotion = false;
  pathname = "/profile";
  window.history.replaceState(null, "", pathname);
  window.scrollTo = ((options: ScrollToOptions) =>
    scrolled.push(options)) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function (this: Element, options) {
    scrolled.push({ to: this.id, ...(options as object) });
  };
  window.matchMedia = (query: string) =>
    ({ matches: query.includes("reduced-motion") && reducedMotion }) as MediaQueryList;
});

function page() {
  const element = () => (
    <>
      <h1 tabIndex={-1}>Title</h1>
      <h2 id="part">Part</h2>
      <NavigationEffects />
    </>
  );
  const view = render(element());
  const readDownTo = (top: number) => {
    Object.defineProperty(window, "scrollY", { configurable: true, value: top });
    window.dispatchEvent(new Event("scroll"));
  };
  const go = (path: string) => {
    window.history.replaceState(null, "", path);
    pathname = window.location.pathname;
    act(() => view.rerender(element()));
  };
  return { readDownTo, go };
}

it("scrolls smoothly to the top from where the reader was, and moves the focus to the title", () => {
  const { readDownTo, go } = page();
  readDownTo(900);
  go("/market");
  expect(scrolled).toEqual([
    { top: 900, behavior: "instant" },
    { top: 0, behavior: "smooth" },
  ]);
  expect(screen.getByRole("heading", { name: "Title" })).toHaveFocus();
});

it("scrolls to what the address points into", () => {
  const { go } = page();
  go("/terms-conditions#part");
  expect(scrolled.at(-1)).toEqual({ to: "part", behavior: "smooth" });
});

it("takes a badly written fragment for none", () => {
  const { go } = page();
  go("/terms-conditions#%E0%A4%A");
  expect(scrolled.at(-1)).toEqual({ top: 0, behavior: "smooth" });
});

it("jumps for those who want less motion", () => {
  reducedMotion = true;
  const { readDownTo, go } = page();
  readDownTo(900);
  go("/market");
  expect(scrolled).toEqual([{ top: 0, behavior: "instant" }]);
});

it("leaves it to the browser where going back ends, but not after a jump within a page", () => {
  const { go } = page();
  window.dispatchEvent(new Event("popstate"));
  go("/market");
  expect(scrolled).toHaveLength(2);
  window.history.replaceState(null, "", "/record");
  window.dispatchEvent(new Event("popstate"));
  go("/record");
  expect(scrolled).toHaveLength(2);
});
