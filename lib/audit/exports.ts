import { transaction } from "@/lib/platform/db";
import type { SentFile } from "@/lib/platform/http";
import { type Actor, appendAudit } from "./mutations";

/** Filters in which people type, also names and addresses of others: the audit log can't forget those. */
const TYPED = new Set(["search", "user", "actor", "action"]);
/** An export has every page. */
const NOT_FILTERS = new Set(["format", "limit", "cursor"]);

const OF_ONE_USER = /^users\/([^/]+)\//;

/** Appends who exports which list of the staff under which filters; of what was typed only that it was. */
export async function recordExport(actor: Actor, { route, query }: SentFile): Promise<void> {
  const list = route.replace(/^\w+ \/api\/(admin\/)?/, "");
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !NOT_FILTERS.has(name))
    .map(([name, value]) => [name, TYPED.has(name) ? true : value]);
  const userId = OF_ONE_USER.exec(list)?.[1] ?? query.userId;
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: "export",
      targetType: "list",
      targetId: list,
      subjectUserId: typeof userId === "string" ? userId : undefined,
      after: { list, filters: Object.fromEntries(filters) },
    }),
  );
}
