import * as z from "zod";
import type { $ZodObject } from "zod/v4/core";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { type ErrorCode, errorStatuses, errorText } from "@/lib/platform/errors";
import { ENGLISH, renderText } from "@/lib/platform/text/languages";
import type { RouteAuth, RouteDeclaration } from "../declaration";
import type { Endpoint } from "./endpoints";
import { errorCodesOf } from "./error-codes";
import { exampleOf, type Schemas } from "./examples";
import { capitalised, nameSchema } from "./names";

const errorBodySchema = z
  .looseObject({
    success: z.literal(false),
    code: z.enum(Object.keys(errorStatuses) as [string, ...string[]]),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string().optional().meta({ description: "With a 5xx: what to tell support" }),
  })
  .meta({ id: "Error" });

type About = { title: string; version: string };

const DESCRIPTION = `Amounts are decimal strings, times ISO 8601 UTC, ids strings. A failure says in its code what happened; its message is for people. A body with a field that the operation does not have is refused.

Every request that moves money takes an Idempotency-Key, cancelling included: 1 to 200 printable characters that stand for one request of its sender for a day. The same request sent again with its key gets the first answer and changes nothing. Another body or another endpoint with that key is 409 IDEMPOTENCY_CONFLICT. A request that failed with 401, 429 or 5xx has used up nothing: its key may be sent again.

The header X-Account chooses between the real account (\`real\`, or no header) and the one with play money (\`practice\`) in the operations that list it. Keys belong to their account. Every other operation refuses practice with 422 PRACTICE_NOT_AVAILABLE.`;

/**
 * The OpenAPI 3.1 document of these endpoints, from the schemas that validate them. Those who use the site come first,
 * then staff, then machines.
 */
export function buildDocument(endpoints: Endpoint[], about: About) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, method, declaration } of endpoints) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, method, declaration) };
  }
  const codes = new Set(
    endpoints.flatMap(({ declaration, method }) => errorCodesOf(declaration, method)),
  );
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      ...about,
      description: DESCRIPTION,
      license: { name: "All rights reserved", identifier: "LicenseRef-All-rights-reserved" },
    },
    servers: [{ url: "/", description: "This site" }],
    tags: tagsOf(endpoints).map((name) => ({ name, description: `Everything about ${name}` })),
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The token of a login" },
        cronSecret: { type: "http", scheme: "bearer", description: "CRON_SECRET" },
        metricsToken: { type: "http", scheme: "bearer", description: "METRICS_TOKEN" },
      },
      examples: Object.fromEntries([...codes].map((code) => [code, { value: errorExample(code) }])),
    },
    paths: paths as ZodOpenApiPathsObject,
  });
  addExamples(document as unknown as Built);
  return document;
}

function errorExample(code: ErrorCode) {
  const isServers = errorStatuses[code] === 500;
  return {
    success: false,
    code,
    message: renderText(errorText(code), ENGLISH),
    ...(isServers ? { requestId: "0199a1f0-5c3e-7b21-8f4d-2a9c6e1b7d05" } : {}),
  };
}

type Media = { schema?: object; example?: unknown; examples?: object };
type Built = {
  components?: { schemas?: Schemas };
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, Media> };
        responses: Record<string, { content?: Record<string, Media> }>;
      }
    >
  >;
};

/** An example of every JSON body and success, so that a reader sees one before sending one. */
function addExamples({ components, paths }: Built): void {
  const schemas = components?.schemas ?? {};
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const media = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap(
      (each) => each?.content?.["application/json"] ?? [],
    ),
  );
  for (const each of media) {
    if (each.schema && !each.examples) each.example = exampleOf(each.schema, schemas);
  }
}

const STAFF = "Staff: ";

function tagOf({ tag, auth }: RouteDeclaration): string {
  return auth === "admin" ? `${STAFF}${tag.replace(/^Admin /, "").toLowerCase()}` : tag;
}

function tagsOf(endpoints: Endpoint[]): string[] {
  const rank = (tag: string) => (tag.startsWith(STAFF) ? 1 : 0);
  return [...new Set(endpoints.map(({ declaration }) => tagOf(declaration)))].sort(
    (a, b) => rank(a) - rank(b) || a.localeCompare(b),
  );
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

const account = z.enum(["real", "practice"]).meta({
  description: "The account that the request is about; `real` where it is not sent",
});

function operation(
  path: string,
  method: string,
  declaration: RouteDeclaration,
): ZodOpenApiOperationObject {
  const { auth, summary, params, query } = declaration;
  const id = operationId(path, method);
  const name = capitalised(id);
  const description = auth === "admin" ? staffText(declaration) : undefined;
  return {
    operationId: id,
    summary,
    tags: [tagOf(declaration)],
    ...(description ? { description } : {}),
    security: SECURITY[auth],
    requestParams: {
      ...(params ? { path: params as never } : {}),
      ...(query ? { query: query as never } : {}),
      ...headersOf(declaration),
    },
    ...requestBody(declaration, name),
    responses: {
      [String(declaration.status ?? 200)]: success(declaration, `${name}Response`),
      ...(declaration.accepted
        ? {
            "202": success(
              { hasPractice: declaration.hasPractice, response: declaration.accepted },
              `${name}Accepted`,
            ),
          }
        : {}),
      ...failures(declaration, method),
    },
  };
}

function headersOf({ idempotent, hasPractice }: RouteDeclaration) {
  if (!idempotent && hasPractice !== true) return {};
  return {
    header: z.object({
      ...(idempotent ? { "Idempotency-Key": idempotencyKey.optional() } : {}),
      ...(hasPractice === true ? { "X-Account": account.optional() } : {}),
    }),
  };
}

const operationId = (path: string, method: string) =>
  `${method.toLowerCase()}${path.replace(/^\/api/, "").replace(/[^A-Za-z0-9]+(\w?)/g, (_, c: string) => c.toUpperCase())}`;

/** The errors of an operation by status, each with what it says. */
function failures(declaration: RouteDeclaration, method: string) {
  const listed = errorCodesOf(declaration, method);
  const statuses = [...new Set(listed.map((code) => errorStatuses[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      failure(listed.filter((code) => errorStatuses[code] === status)),
    ]),
  );
}

function failure(listed: ErrorCode[]) {
  const examples = listed.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: listed.join(", "),
    content: {
      "application/json": { schema: errorBodySchema, examples: Object.fromEntries(examples) },
    },
  };
}

function staffText({ permission, isForAllStaff }: RouteDeclaration): string {
  if (isForAllStaff) return "For all staff: the answer holds what the caller may see.";
  if (permission === undefined) return "For full administrators.";
  return `Staff permission: ${[permission].flat().join(" or ")}.`;
}

function requestBody(
  { body, files }: RouteDeclaration,
  name: string,
): Partial<ZodOpenApiOperationObject> {
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
    const schema = z
      .object({ ...(fields as Record<string, z.ZodType>), ...fileFields })
      .meta({ id: `${name}Form` });
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!body) return {};
  // No body is read as {}.
  const required = !z.core.safeParse(body, {}).success;
  nameSchema(body, `${name}Body`);
  return { requestBody: { required, content: { "application/json": { schema: body as never } } } };
}

type Success = Pick<RouteDeclaration, "response" | "produces" | "query" | "hasPractice">;

const answered = z.enum(["real", "practice"]).meta({ description: "The account that it is about" });

/** A payload with what every success has; of several, each is named by its first field. */
function successSchema({ response, hasPractice }: Success, name: string): z.ZodType {
  const def = response?._zod.def;
  if (def?.type === "union") {
    const kinds = def.options.map((each) => {
      const [field = ""] = Object.keys(each._zod.def.shape);
      return successSchema({ response: each, hasPractice }, `${name}Of${capitalised(field)}`);
    });
    return z.union(kinds).meta({ id: name });
  }
  return z
    .object({
      success: z.literal(true),
      message: z.string().optional(),
      ...(hasPractice ? { account: answered } : {}),
      ...(def?.shape as Record<string, z.ZodType> | undefined),
    })
    .meta({ id: name });
}

function success(declaration: Success, name: string) {
  const { produces, query } = declaration;
  if (produces) {
    const schema = produces === "application/json" ? z.looseObject({}) : z.string();
    return { description: "Success", content: { [produces]: { schema } } };
  }
  const isExported = query !== undefined && "format" in query._zod.def.shape;
  return {
    description: "Success",
    content: {
      "application/json": { schema: successSchema(declaration, name) as never },
      ...(isExported ? { "text/csv": { schema: z.string() } } : {}),
    },
  };
}
