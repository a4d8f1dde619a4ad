import type { BrowserContext } from "playwright";
import { groupOf, overBudget, type PageMeasure, pageBudgets } from "../budgets";
import { type BenchApp, populate, startApp, tokenOf } from "../support/app";
import { launch, scriptsLoaded, type Vitals, vitalsOf } from "../support/browser";
import { median, type PartResult } from "../support/measure";
import { fill, pageRoutes } from "../support/routes";
import { Scripts, scriptsOf } from "../support/weigh";

export type PageOptions = { vitals: boolean; only?: string };
type Measured = PageMeasure & Partial<Vitals>;

const COOKIE = "next-auth.session-token";
const QUERIES: Record<string, string> = { "/deposit/address/[currency]": "?network=TRC20" };
/** The first shows itself only to staff who have to set two-factor up, the second to nobody. */
const LEAD_ON = ["/admin/two-factor", "/saving"];
/** A phone, which most visitors have. */
const VIEWPORT = { width: 390, height: 844 };

/** Values for the parameters of routes. */
async function samplesOf(app: BenchApp, userId: string): Promise<Samples> {
  const idIn = async (table: "saving_plan" | "wallet" | "document") => {
    const { rows } = await app.owner.query<{ id: string }>(`SELECT id FROM ${table} LIMIT 1`);
    return rows[0]?.id ?? "";
  };
  const byRoute: Record<string, Record<string, string>> = {
    "/saving/[id]": { id: await idIn("saving_plan") },
    "/deposit/proof/[id]": { id: await idIn("wallet") },
    "/admin/users/[userId]": { userId },
    "/admin/documents/[id]": { id: await idIn("document") },
  };
  return (route) => byRoute[route] ?? { currency: "USDT" };
}

async function adminToken(app: BenchApp): Promise<string> {
  const { rows } = await app.owner.query<{ id: string; user_id: string }>(
    `INSERT INTO session (user_id, expires_at)
     SELECT id, now() + interval '1 day' FROM app_user WHERE is_admin LIMIT 1 RETURNING id, user_id`,
  );
  const [row] = rows;
  if (!row) throw new Error("There is no administrator");
  return tokenOf(app, row.user_id, row.id);
}

/** The vitals of one visit; where those are over the budget, the medians of three. */
async function steadyVitals(context: BrowserContext, url: string, page: PageMeasure) {
  const visits = [await vitalsOf(context, url)];
  const [first] = visits;
  if (first && overBudget([{ ...page, ...first }]).length > overBudget([page]).length) {
    visits.push(await vitalsOf(context, url), await vitalsOf(context, url));
  }
  return {
    ...first,
    lcpMs: median(visits.map(({ lcpMs }) => lcpMs)),
    cls: median(visits.map(({ cls }) => cls)),
  };
}

type Samples = (route: string) => Record<string, string>;
type Visitor = { token: string | null; context: BrowserContext };

async function measurePage(
  base: string,
  route: string,
  samples: Samples,
  visitor: Visitor,
  scripts: Scripts,
  withVitals: boolean,
): Promise<Measured | null> {
  const filled = fill(route, samples(route));
  if (filled === null) return null;
  const path = filled + (QUERIES[route] ?? "");
  const answer = await fetch(base + path, {
    redirect: "manual",
    headers: visitor.token ? { cookie: `${COOKIE}=${visitor.token}` } : {},
  });
  const expected = route === "/not-found" ? 404 : 200;
  if (answer.status !== expected) {
    throw new Error(`${path} answered ${answer.status} ${answer.headers.get("location") ?? ""}`);
  }
  const first = scriptsOf(await answer.text());
  const loaded = await scriptsLoaded(visitor.context, base + path);
  const page = {
    route,
    firstBytes: await scripts.sum(first),
    lazyBytes: await scripts.sum(new Set([...first, ...loaded])),
  };
  return withVitals
    ? { ...page, ...(await steadyVitals(visitor.context, base + path, page)) }
    : page;
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

function toLine(page: Measured): string {
  const { route, firstBytes, lazyBytes, lcpMs, cls, lcpElement } = page;
  const budget = pageBudgets[groupOf(route)];
  const vitals =
    lcpMs === undefined || cls === undefined
      ? ""
      : `${String(Math.round(lcpMs)).padStart(6)} / ${String(budget.lcpMs).padEnd(5)} ${cls.toFixed(3)} / ${budget.cls.toFixed(2)} ${lcpElement ?? ""}`;
  const over = overBudget([page]).length > 0 ? "OVER" : "";
  return `${route.padEnd(34)} ${kb(firstBytes)} / ${budget.firstKb} ${kb(lazyBytes)} / ${budget.lazyKb} ${vitals} ${over}`.trimEnd();
}

/** JavaScript of every page against its budget, and how fast it shows in the lab. */
export async function benchPages(options: PageOptions): Promise<PartResult & { table: string }> {
  const app = await startApp();
  const browser = await launch();
  try {
    const [user] = await populate(app, 1);
    const visit = async (token: string | null): Promise<Visitor> => {
      const context = await browser.newContext({ viewport: VIEWPORT });
      if (token) await context.addCookies([{ name: COOKIE, value: token, url: app.url }]);
      return { token, context };
    };
    const guest = await visit(null);
    const customer = await visit(user?.token ?? null);
    const staff = await visit(await adminToken(app));
    const samples = await samplesOf(app, user?.userId ?? "");
    const scripts = new Scripts(app.url);
    const pages: Measured[] = [];
    const failures: string[] = [];
    for (const route of pageRoutes()) {
      if (LEAD_ON.includes(route) || (options.only && !route.startsWith(options.only))) continue;
      const group = groupOf(route);
      const visitor =
        group === "admin" ? staff : ["documents", "entry"].includes(group) ? guest : customer;
      await measurePage(app.url, route, samples, visitor, scripts, options.vitals).then(
        (page) => page && pages.push(page),
        (error: unknown) => failures.push(`${route}: ${String(error)}`),
      );
    }
    const heading = `${"page (kB JavaScript, gzipped)".padEnd(34)}   first / max    lazy / max ${options.vitals ? "LCP ms / target CLS / target" : ""}`;
    return {
      measures: [],
      table: [heading.trimEnd(), ...pages.map(toLine)].join("\n"),
      details: pages,
      failures: [...failures, ...overBudget(pages)],
    };
  } finally {
    await browser.close();
    await app.close();
  }
}
