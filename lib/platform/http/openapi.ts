import * as z from "zod";
import type { $ZodObject, $ZodType } from "zod/v4/core";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { errorStatuses } from "@/lib/platform/errors";
import type { RouteAuth, RouteDeclaration, RouteHandler } from "./declaration";

/** A route file: its path in document notation and how to load it. */
export type ApiRoute = { path: string; load: () => Promise<unknown> };

/** An endpoint as declared. */
export type Endpoint = { path: string; method: string; declaration: RouteDeclaration };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Loads the declarations of all routes. */
export async function listEndpoints(routes: ApiRoute[]): Promise<Endpoint[]> {
  const found = await Promise.all(
    routes.map(async ({ path, load }) => {
      const handlers = (await load()) as Partial<Record<string, RouteHandler>>;
      return METHODS.flatMap((method) => {
        const declaration = handlers[method]?.declaration;
        return declaration ? [{ path, method, declaration }] : [];
      });
    }),
  );
  return found.flat();
}

const errorBodySchema = z
  .looseObject({
    success: z.literal(false),
    code: z.enum(Object.keys(errorStatuses) as [string, ...string[]]),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string().optional().meta({ description: "With a 5xx: what to tell support" }),
  })
  .meta({ id: "Error" });

const DESCRIPTION = `Amounts are decimal strings, times ISO 8601 UTC. A body with a field that the operation does not have is refused.

Every request that moves money takes an Idempotency-Key, cancelling included: 1 to 200 printable characters that stand for one request of its sender for a day. The same request sent again with its key gets the first answer and changes nothing. Another body or another endpoint with that key is 409 IDEMPOTENCY_CONFLICT. A request that failed with 401, 429 or 5xx has used up nothing: its key may be sent again.`;

/** The OpenAPI 3.1 document of these endpoints, from the schemas that validate them. */
export function buildDocument(endpoints: Endpoint[], info: { title: string; version: string }) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, method, declaration } of endpoints) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, method, declaration) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      ...info,
      description: DESCRIPTION,
    },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The token of a login" },
        cronSecret: { type: "http", scheme: "bearer", description: "CRON_SECRET" },
        metricsToken: { type: "http", scheme: "bearer", description: "METRICS_TOKEN" },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  });
}

/** What each kind of caller shows; nothing where anyone may call. */
const SECURITY: Record<RouteAuth, Record<string, string[]>[]> = {
  public: [],
  user: [{ session: [] }],
  admin: [{ session: [] }],
  cron: [{ cronSecret: [] }],
  metrics: [{ metricsToken: [] }],
};

const idempotencyKey = z.string().min(1).max(200).meta({
  description:
    "Stands for this request: sent again, it gets the first answer. Another body or endpoint is 409 IDEMPOTENCY_CONFLICT",
});

function operation(
  path: string,
  method: string,
  declaration: RouteDeclaration,
): ZodOpenApiOperationObject {
  const { auth, tag, summary, params, query, idempotent } = declaration;
  const description = auth === "admin" ? staffText(method, declaration) : undefined;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/^\/api/, "").replace(/[^A-Za-z0-9]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    summary,
    tags: [tag],
    ...(description ? { description } : {}),
    security: SECURITY[auth],
    requestParams: {
      ...(params ? { path: params as never } : {}),
      ...(query ? { query: query as never } : {}),
      ...(idempotent ? { header: z.object({ "Idempotency-Key": idempotencyKey.optional() }) } : {}),
    },
    ...requestBody(declaration),
    responses: {
      [String(declaration.status ?? 200)]: success(declaration),
      ...(declaration.accepted ? { "202": success({ response: declaration.accepted }) } : {}),
      default: {
        description: "An error; the code says which",
        content: { "application/json": { schema: errorBodySchema } },
      },
    },
  };
}

function staffText(method: string, { area, isPrivate }: RouteDeclaration): string {
  if (area === undefined) return "For full administrators.";
  if (method !== "GET" || area === "read" || isPrivate) return `Staff area: ${area}.`;
  return `Staff area: ${area}, or read.`;
}

function requestBody({ body, files }: RouteDeclaration): Partial<ZodOpenApiOperationObject> {
  if (files) {
    const fileFields = Object.fromEntries(
      Object.entries(files).map(([name, rule]) => {
        const description = rule.otherNames && `Or in the field ${rule.otherNames.join(" or ")}`;
        const file = z
          .string()
          .meta({ description, override: { type: "string", format: "binary" } });
        return [name, rule.required ? file : file.optional()];
      }),
    );
    const fields = (body as $ZodObject | undefined)?._zod.def.shape ?? {};
    const schema = z.object({ ...(fields as Record<string, z.ZodType>), ...fileFields });
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!body) return {};
  // No body is read as {}.
  const required = !z.core.safeParse(body, {}).success;
  return { requestBody: { required, content: { "application/json": { schema: body as never } } } };
}

type Answer = Pick<RouteDeclaration, "response" | "produces" | "query">;

function success({ response, produces, query }: Answer) {
  if (produces) {
    const schema = produces === "application/json" ? z.looseObject({}) : z.string();
    return { description: "Success", content: { [produces]: { schema } } };
  }
  const isExported = query !== undefined && "format" in query._zod.def.shape;
  const shape = (response as $ZodObject | undefined)?._zod.def.shape ?? {};
  const schema = z.object({
    success: z.literal(true),
    message: z.string().optional(),
    ...(shape as Record<string, z.ZodType>),
  });
  return {
    description: "Success",
    content: {
      "application/json": { schema: schema as $ZodType as never },
      ...(isExported ? { "text/csv": { schema: z.string() } } : {}),
    },
  };
}
