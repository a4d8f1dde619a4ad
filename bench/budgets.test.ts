import { groupOf, overBudget } from "./budgets";

const page = (route: string, firstKb: number, lazyKb = firstKb) => ({
  route,
  firstBytes: firstKb * 1000,
  lazyBytes: lazyKb * 1000,
});

describe("page budgets", () => {
  it.each([
    ["/", "lists"],
    ["/record", "lists"],
    ["/login", "entry"],
    ["/admin/login", "entry"],
    ["/admin", "admin"],
    ["/admin/users", "admin"],
    ["/administration", "lists"],
    ["/not-found", "documents"],
    ["/api-docs", "lists"],
    ["/option-trading", "market"],
    ["/trade", "market"],
    ["/deposit/address/USDT", "payments"],
    ["/withdraw", "payments"],
  ])("puts %s under %s", (route, group) => {
    expect(groupOf(route)).toBe(group);
  });

  it("lets a page be over by exactly 5% and no byte more", () => {
    expect(overBudget([page("/login", 215 * 1.05, 230 * 1.05)])).toEqual([]);
    const [first, ...others] = overBudget([
      { route: "/login", firstBytes: 215 * 1050 + 1, lazyBytes: 0 },
    ]);
    expect(first).toBe("/login: 225.8 kB at first, 215 allowed");
    expect(others).toEqual([]);
  });

  it("names every excess of every page", () => {
    const pages = [page("/", 300, 400), page("/market", 200, 350), page("/about-us", 100)];
    expect(overBudget(pages)).toEqual([
      "/: 300.0 kB at first, 240 allowed",
      "/: 400.0 kB after lazy loading, 340 allowed",
      "/market: 350.0 kB after lazy loading, 300 allowed",
    ]);
  });

  it("judges paint and shift where they were measured", () => {
    const vitals = (lcpMs: number, cls: number) => [{ ...page("/login", 100), lcpMs, cls }];
    expect(overBudget(vitals(1260, 0.0105))).toEqual([]);
    expect(overBudget(vitals(1261, 0.011))).toEqual([
      "/login: largest paint after 1261 ms, 1200 allowed",
      "/login: layout shift 0.011, 0.01 allowed",
    ]);
  });
});
