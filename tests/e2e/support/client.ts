import Ajv2020 from "ajv/dist/2020";
import createClient, { type Client, type Middleware } from "openapi-fetch";
import { expect } from "playwright/test";
import type { paths } from "@/lib/generated/api";
import { call } from "./api";

/** Its JSON: some lists come as CSV, too. */
export type DocumentedApi = Client<paths, "application/json">;

type Document = { paths: Record<string, Record<string, { responses: object }>> };

const origin = () => `http://localhost:${process.env.E2E_PORT ?? "3199"}`;

/** A part of a document's address: "~" and "/" mean something there. */
const pointerTo = (names: string[]) =>
  names.map((name) => encodeURIComponent(name.replace(/~/g, "~0").replace(/\//g, "~1"))).join("/");

/** Holds every answer against what the document says of its status. */
function againstDocument(document: Document): Middleware {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  return {
    async onResponse({ request, response, schemaPath }) {
      const method = request.method.toLowerCase();
      const name = `${request.method} ${schemaPath} ${response.status}`;
      const statuses = Object.keys(document.paths[schemaPath]?.[method]?.responses ?? {});
      const status = String(response.status);
      expect(statuses, name).toContain(status);
      const schema = ["paths", schemaPath, method, "responses", status];
      const pointer = pointerTo([...schema, "content", "application/json", "schema"]);
      const validate = ajv.getSchema(`api#/${pointer}`);
      const isDocumented = validate?.(await response.clone().json());
      expect(isDocumented, `${name}: ${JSON.stringify(validate?.errors)}`).toBe(true);
    },
  };
}

/** Makes clients that know the API from its document alone, as a stranger's program would. */
export async function documentedApi(): Promise<(token?: string) => DocumentedApi> {
  const { body } = await call("GET", "/api/openapi.json");
  const middleware = againstDocument(body as Document);
  return (token) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const client = createClient<paths, "application/json">({ baseUrl: origin(), headers });
    client.use(middleware);
    return client;
  };
}

/** What a call brought. @throws where it was refused */
export function dataOf<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.url} answered ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}
