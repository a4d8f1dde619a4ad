import { groupOf, overBudget, type PageMeasure } from "@/bench/budgets";
import { fill, pageRoutes } from "@/bench/support/routes";
import { Scripts, scriptsOf } from "@/bench/support/weigh";
import { credit, type Person, succeed } from "../support/api";
import { expect, test } from "../support/test";

/** The id of the first of a list that the API gives. */
async function firstId(person: Person, path: string, list: string): Promise<string> {
  const answer = await succeed("GET", path, { token: person.token });
  const [first] = answer[list] as { id: string }[];
  if (!first) throw new Error(`${path} lists nothing`);
  return first.id;
}

test("no page brings more JavaScript with its first load than its budget", async ({
  baseURL,
  user,
  admin,
}) => {
  const base = baseURL ?? "";
  // A statement begins with the first change of what somebody owns.
  await credit(admin, user, "1");
  const ids: Record<string, Record<string, string>> = {
    "/saving/[id]": { id: await firstId(user, "/api/savings", "savings") },
    "/deposit/proof/[id]": { id: await firstId(user, "/api/wallets", "wallets") },
    "/statements/[month]": { month: new Date().toISOString().slice(0, 7) },
    "/admin/users/[userId]": { userId: user.id },
    "/admin/documents/[id]": { id: await firstId(admin, "/api/admin/documents", "documents") },
  };
  const scripts = new Scripts(base);
  const pages: PageMeasure[] = [];
  for (const route of pageRoutes()) {
    const path = fill(route, ids[route] ?? { currency: "USDT" });
    const group = groupOf(route);
    const visitor = group === "entry" ? null : group === "admin" ? admin : user;
    const answer = await fetch(base + path, {
      redirect: "manual",
      headers: visitor ? { cookie: `next-auth.session-token=${visitor.token}` } : {},
    });
    // Pages that only lead on have no weight.
    if (answer.status >= 300 && answer.status < 400) continue;
    expect(answer.status, route).toBe(route === "/not-found" ? 404 : 200);
    const firstBytes = await scripts.sum(scriptsOf(await answer.text()));
    // The framework alone weighs more: else the scripts were not found.
    expect(firstBytes, route).toBeGreaterThan(100_000);
    pages.push({ route, firstBytes, lazyBytes: 0 });
  }
  expect(pages.length).toBeGreaterThan(40);
  expect(overBudget(pages)).toEqual([]);
});
