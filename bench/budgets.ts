/** What each page may weigh and how fast it must show; docs/decisions/screens/page-weight.md says how that is met. */

export type PageGroup = "documents" | "entry" | "lists" | "market" | "payments" | "admin";

export type PageBudget = {
  /** JavaScript of the first load, gzipped, in kB (1000 bytes): what the HTML refers to. */
  firstKb: number;
  /** The same with everything loaded until the page is idle, and three seconds more. */
  lazyKb: number;
  /** Largest contentful paint and layout shift of a first visit in the lab (1.6 Mbps, 150 ms, CPU 4x). */
  lcpMs: number;
  cls: number;
};

export const pageBudgets: Record<PageGroup, PageBudget> = {
  documents: { firstKb: 150, lazyKb: 150, lcpMs: 1000, cls: 0.01 },
  entry: { firstKb: 215, lazyKb: 230, lcpMs: 1200, cls: 0.01 },
  lists: { firstKb: 240, lazyKb: 340, lcpMs: 1500, cls: 0.02 },
  market: { firstKb: 240, lazyKb: 300, lcpMs: 1500, cls: 0.02 },
  payments: { firstKb: 250, lazyKb: 260, lcpMs: 1500, cls: 0.02 },
  admin: { firstKb: 260, lazyKb: 370, lcpMs: 2000, cls: 0.05 },
};

/** A page fails when it is over by more than this share. */
const TOLERANCE = 0.05;

/** The first that fits decides; every other page is one of the lists. */
const GROUPS: [PageGroup, RegExp][] = [
  ["entry", /^\/(admin\/login|login|register|forgot-password|reset-password)$/],
  ["admin", /^\/admin(\/|$)/],
  [
    "documents",
    /^\/(about-us|legality|not-found|privacy-policy|terms-conditions|transparency\/how|whitepaper)$/,
  ],
  ["market", /^\/(market|trade|option-trading)(\/|$)/],
  ["payments", /^\/(deposit|withdraw|chat|customer-service)(\/|$)/],
];

/** Which budget a route falls under. */
export function groupOf(route: string): PageGroup {
  return GROUPS.find(([, pattern]) => pattern.test(route))?.[0] ?? "lists";
}

/** JavaScript of a page, gzipped, in bytes. */
export type PageWeight = { firstBytes: number; lazyBytes: number };
/** How a page showed itself in the lab. */
export type PageVitals = { lcpMs: number; cls: number };
/** A page as measured; without a browser slowed down there are no vitals. */
export type PageMeasure = { route: string } & PageWeight & Partial<PageVitals>;

/** What is over its budget by more than 5%, in words; empty when nothing is. */
export function overBudget(pages: PageMeasure[]): string[] {
  return pages.flatMap(({ route, firstBytes, lazyBytes, lcpMs = 0, cls = 0 }) => {
    const budget = pageBudgets[groupOf(route)];
    const check = (measured: number, limit: number, toText: (value: number) => string) =>
      measured > limit * (1 + TOLERANCE) ? [`${route}: ${toText(measured)}, ${limit} allowed`] : [];
    return [
      ...check(firstBytes / 1000, budget.firstKb, (kb) => `${kb.toFixed(1)} kB at first`),
      ...check(lazyBytes / 1000, budget.lazyKb, (kb) => `${kb.toFixed(1)} kB after lazy loading`),
      ...check(lcpMs, budget.lcpMs, (ms) => `largest paint after ${Math.round(ms)} ms`),
      ...check(cls, budget.cls, (shift) => `layout shift ${shift.toFixed(3)}`),
    ];
  });
}
