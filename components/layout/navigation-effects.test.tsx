import { act, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderUi } from "@/tests/support/screens/render";
import { Pagination } from "../ui/pagination";
import { NavigationEffects } from "./navigation-effects";

let mockPlace = new URL("http://site.test/profile");
jest.mock("next/navigation", () => ({
  usePathname: () => mockPlace.pathname,
  useSearchParams: () => mockPlace.searchParams,
}));

let scrolled: unknown[];
let reducedMotion: boolean;

beforeEach(() => {
  scrolled = [];
  reducedMotion = false;
  mockPlace = new URL("http://site.test/profile");
  window.history.replaceState(null, "", "/profile");
  window.scrollTo = ((options: ScrollToOptions) =>
    scrolled.push(options)) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function (this: Element, options) {
    scrolled.push({ to: this.id, ...(options as object) });
  };
  window.matchMedia = (query: string) =>
    ({ matches: query.includes("reduced-motion") && reducedMotion }) as MediaQueryList;
});

function page(content?: () => ReactNode) {
  const element = () => (
    <>
      <h1 tabIndex={-1}>Title</h1>
      <h2 id="part">Part</h2>
      {content?.()}
      <NavigationEffects />
    </>
  );
  const view = renderUi(element());
  const readDownTo = (top: number) => {
    Object.defineProperty(window, "scrollY", { configurable: true, value: top });
    window.dispatchEvent(new Event("scroll"));
  };
  const go = (path: string) => {
    window.history.replaceState(null, "", path);
    mockPlace = new URL(window.location.href);
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

describe("within a list", () => {
  const isLast = () => mockPlace.searchParams.has("after");
  /** A filter and the ways to the two pages of a list, as at its address. */
  function list() {
    const { go, ...rest } = page(() => (
      <>
        <input aria-label="Search" />
        <a href="/record?type=ai">AI</a>
        <Pagination
          previousHref={isLast() ? "/record" : null}
          nextHref={isLast() ? null : "/record?after=a1"}
        />
      </>
    ));
    go("/record?type=option");
    scrolled = [];
    /** Goes there with the focus on what was pressed. */
    const press = (element: HTMLElement, path: string) => {
      element.focus();
      go(path);
    };
    return { ...rest, go, press };
  }
  const link = (name: string) => screen.getByRole("link", { name });

  it("turns a page as it goes to another, also where the pressed link is gone then", () => {
    const { readDownTo, press } = list();
    readDownTo(900);
    press(link("Next"), "/record?type=option&after=a1");
    expect(scrolled).toEqual([
      { top: 900, behavior: "instant" },
      { top: 0, behavior: "smooth" },
    ]);
    expect(screen.getByRole("heading", { name: "Title" })).toHaveFocus();
  });

  it("jumps to the top of the next page for those who want less motion", () => {
    reducedMotion = true;
    const { press } = list();
    press(link("Next"), "/record?type=option&after=a1");
    expect(scrolled).toEqual([{ top: 0, behavior: "instant" }]);
  });

  it("leaves it to the browser where going back to a page ends, but not the next page after it", () => {
    const { go, press } = list();
    go("/record?type=option&after=a1");
    scrolled = [];
    window.history.replaceState(null, "", "/record?type=option");
    window.dispatchEvent(new Event("popstate"));
    go("/record?type=option");
    expect(scrolled).toEqual([]);
    press(link("Next"), "/record?type=option&after=a1");
    expect(scrolled).toHaveLength(2);
  });

  it.each([
    ["another filter", "/record?type=ai"],
    ["the filter that was pressed already", "/record?type=option"],
  ])("stays where one is for %s", (_, path) => {
    const { go, press } = list();
    go("/record?type=option&after=a1");
    scrolled = [];
    press(link("AI"), path);
    expect(scrolled).toEqual([]);
    expect(link("AI")).toHaveFocus();
  });

  it.each([
    ["typed", "/record?type=option&search=m"],
    ["typed and taken back", "/record?type=option"],
  ])("leaves the focus in a filter into which something is %s", (_, path) => {
    const { go, press } = list();
    go("/record?type=option&after=a1");
    scrolled = [];
    press(screen.getByRole("textbox"), path);
    expect(scrolled).toEqual([]);
    expect(screen.getByRole("textbox")).toHaveFocus();
  });
});
