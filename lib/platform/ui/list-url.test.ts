import { listHref, listQueryOf, readListState, searchParamsOf } from "./list-url";

const read = (text: string) => readListState(new URLSearchParams(text), ["search", "status"]);

describe("a list in the address", () => {
  it("is read as filters and the way to the page", () => {
    expect(read("search=+maria+&status=&tab=x&after=a1.b2")).toEqual({
      filters: { search: "maria" },
      trail: ["a1", "b2"],
    });
    expect(listQueryOf(read("status=pending&after=a1.b2"))).toEqual({
      status: "pending",
      cursor: "b2",
    });
    expect(listQueryOf(read("status=pending"))).toEqual({ status: "pending" });
  });

  it("has no NUL, which the database would choke on", () => {
    const params = searchParamsOf({ search: "\0", status: "open", tab: ["a", "b"] });
    expect([...params]).toEqual([["status", "open"]]);
  });

  it("starts over when a filter changes and keeps what is no part of the list", () => {
    const now = new URLSearchParams("tab=trades&status=won&after=a1");
    expect(listHref("/p", now, { status: "lost" })).toBe("/p?tab=trades&status=lost");
    expect(listHref("/p", now, { status: null })).toBe("/p?tab=trades");
    expect(listHref("/p", new URLSearchParams("status=won"), { status: "" })).toBe("/p");
  });

  it("turns pages", () => {
    const now = new URLSearchParams("status=won&after=a1");
    expect(listHref("/p", now, {}, ["a1", "b2"])).toBe("/p?status=won&after=a1.b2");
    expect(listHref("/p", now, {}, [])).toBe("/p?status=won");
  });

  it("takes a page's own parameters, repeated ones left out", () => {
    expect(searchParamsOf({ a: "1", b: ["2", "3"], c: undefined }).toString()).toBe("a=1");
  });
});
