import type { QueryResultRow } from "pg";
import type * as z from "zod/v4/core";
import { apiRoutes } from "@/app/api/manifest";
import type { RouteHandler } from "@/lib/platform/http";
import { type Endpoint, listEndpoints } from "@/lib/platform/http/openapi";
import { callRaw } from "./api";

/**
 * Every read that staff can ask for, made from the route declarations, so that a list that is added later is
 * asked for as well: each filter with each of its values, every pair of two choices, searches for each kind of
 * thing staff have at hand, and the page after the first.
 */
export type StaffRead = {
  /** For people: the path and the filters, without ids. */
  name: string;
  path: string;
  params: Record<string, string>;
  endpoint: Endpoint;
};

type Query = { query<Row extends QueryResultRow>(sql: string): Promise<Row[]> };

/** What a seeded database has to look for. */
export type StaffSamples = {
  /** An id for each `{…}` of a path, by the part of the path before it. */
  ids: Record<string, string>;
  searches: Record<string, string>;
  userId: string;
  savingId: string;
  from: string;
  to: string;
};

const SAMPLES = `
  WITH person AS (
    SELECT * FROM app_user WHERE NOT is_admin AND id = (SELECT user_id FROM chat ORDER BY last_message_at LIMIT 1)
  )
  SELECT p.id AS users, p.username, p.email, p.phone_number AS phone, p.referral_code AS code,
    (SELECT id FROM deposit ORDER BY number DESC LIMIT 1) AS deposits,
    (SELECT id FROM withdrawal ORDER BY number DESC LIMIT 1) AS withdrawals,
    (SELECT number::text FROM deposit ORDER BY number LIMIT 1) AS number,
    (SELECT address FROM withdrawal ORDER BY number LIMIT 1) AS address,
    (SELECT transaction_hash FROM withdrawal WHERE transaction_hash IS NOT NULL ORDER BY number LIMIT 1) AS hash,
    (SELECT id FROM chat WHERE user_id = p.id) AS chats, (SELECT id FROM trade WHERE user_id = p.id ORDER BY id LIMIT 1) AS trades,
    (SELECT id FROM saving_plan ORDER BY id LIMIT 1) AS savings, (SELECT id FROM document ORDER BY id LIMIT 1) AS documents,
    (SELECT id FROM notification_broadcast ORDER BY id LIMIT 1) AS notifications, '1' AS versions
  FROM person p`;

/** Picks things to look for: somebody of average activity, who has a conversation. */
export async function sampleFor(database: Query): Promise<StaffSamples> {
  const [row] = await database.query<Record<string, string>>(SAMPLES);
  if (!row) throw new Error("Nobody here has a conversation");
  const { users = "", username = "", email = "", savings = "" } = row;
  return {
    ids: { ...row, admin: row.chats ?? "", notes: row.chats ?? "" },
    searches: {
      "a username": username,
      "most of a username": username.slice(0, -1),
      "the middle of a username": username.slice(2),
      "an email": email,
      "a phone number": row.phone ?? "",
      "a referral code": row.code ?? "",
      "an id": users,
      "a number": row.number ?? "",
      "an address": row.address ?? "",
      "a transaction hash": row.hash ?? "",
      "a common name": "maria",
      "two letters": "zq",
      "what nobody has": "zzqqxxyy",
    },
    userId: users,
    savingId: savings,
    from: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
    to: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  };
}

const TEXT_SEARCHES = new Set(["search", "user", "q", "actor", "subject"]);
const PAGING = new Set(["limit", "cursor", "format"]);

type AnyType = { _zod: { optin?: "optional"; def: z.$ZodTypeDef & Record<string, unknown> } };

/** The values that a choice allows, or null for any other type. */
function choicesOf(type: AnyType): string[] | null {
  const { def } = type._zod;
  if (def.type === "enum") return Object.values(def.entries as Record<string, string>);
  if (def.type === "literal") return (def.values as unknown[]).map(String);
  const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  return inner ? choicesOf(inner as AnyType) : null;
}

type Values = Record<string, string>;

function valuesOf(field: string, type: AnyType, samples: StaffSamples): Values {
  const choices = choicesOf(type);
  if (choices) return Object.fromEntries(choices.map((choice) => [choice, choice]));
  if (TEXT_SEARCHES.has(field)) return samples.searches;
  if (field === "status") return { pending: "pending", completed: "completed" };
  const known = samples[field as keyof StaffSamples];
  return typeof known === "string" ? { given: known } : {};
}

/** Every query string that is worth asking: none, each value alone, and each two choices together. */
function queriesOf(endpoint: Endpoint, samples: StaffSamples): { name: string; query: string }[] {
  const shape = endpoint.declaration.query?._zod.def.shape ?? {};
  const fields = Object.entries(shape as unknown as Record<string, AnyType>)
    .filter(([field]) => !PAGING.has(field))
    .map(([field, type]) => ({
      field,
      isChoice: choicesOf(type) !== null,
      isOptional: type._zod.optin === "optional",
      values: Object.entries(valuesOf(field, type, samples)),
    }));
  const text = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();
  const alone = fields.flatMap(({ field, values }) =>
    values.map(([name, value]) => ({ name: `${field}=${name}`, query: text([[field, value]]) })),
  );
  const together = fields.flatMap((one, i) =>
    fields.slice(i + 1).flatMap((other) =>
      one.isChoice && other.isChoice
        ? one.values.flatMap(([a, x]) =>
            other.values.map(([b, y]) => ({
              name: `${one.field}=${a} ${other.field}=${b}`,
              query: text([
                [one.field, x],
                [other.field, y],
              ]),
            })),
          )
        : [],
    ),
  );
  const hasToChoose = fields.some(({ isChoice, isOptional }) => isChoice && !isOptional);
  return [...(hasToChoose ? [] : [{ name: "", query: "" }]), ...alone, ...together];
}

/** The reads of every endpoint of staff. A path whose id is unknown here is left out and named in `skipped`. */
export async function staffReads(
  samples: StaffSamples,
): Promise<{ reads: StaffRead[]; skipped: string[] }> {
  const endpoints = await listEndpoints(apiRoutes);
  const skipped: string[] = [];
  const reads = endpoints
    .filter(({ method, declaration }) => method === "GET" && declaration.auth === "admin")
    .flatMap((endpoint) => {
      const params: Record<string, string> = {};
      let before = "";
      const path = endpoint.path
        .split("/")
        .map((part) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1];
          if (!name) {
            before = part;
            return part;
          }
          params[name] = samples.ids[before] ?? "";
          return params[name];
        })
        .join("/");
      if (Object.values(params).includes("")) {
        skipped.push(endpoint.path);
        return [];
      }
      return queriesOf(endpoint, samples).map(({ name, query }) => ({
        name: [endpoint.path, name].filter(Boolean).join(" "),
        path: query ? `${path}?${query}` : path,
        params,
        endpoint,
      }));
    });
  return { reads, skipped };
}

/**
 * Asks for a read and, where it is a list with more, for its next page. A search that matches too many, or
 * two filters that exclude each other, may be refused.
 * @throws Error for any other answer than a success
 */
export async function askFor(read: StaffRead, token: string): Promise<void> {
  const route = apiRoutes.find(({ path }) => path === read.endpoint.path);
  if (!route) throw new Error(`There is no ${read.endpoint.path}`);
  const { GET } = (await route.load()) as { GET: RouteHandler };
  const isPair = read.name.split("=").length > 2;
  const ask = async (path: string) => {
    const response = await callRaw(GET, { token, path, params: read.params });
    const text = await response.text();
    // Too many match, or two choices exclude each other.
    const isRefused = text.includes("Please enter more") || isPair;
    if (response.status !== 200 && !(response.status === 422 && isRefused)) {
      throw new Error(`${read.name} answered ${response.status}: ${text.slice(0, 200)}`);
    }
    return text;
  };
  const text = await ask(read.path);
  const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
  if (!cursor || isPair) return;
  await ask(
    `${read.path}${read.path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`,
  );
}
