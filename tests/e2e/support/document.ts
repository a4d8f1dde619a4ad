import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { expect } from "playwright/test";
import { type Answer, call, succeed } from "./api";

type Operation = {
  operationId: string;
  parameters?: { in: string; name: string }[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};

type CallOptions = Parameters<typeof call>[2] & {
  params?: Record<string, string>;
  query?: Record<string, string>;
};

/** A client that knows the API from its OpenAPI document alone and holds every answer against it. */
export class DocumentClient {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(
    private readonly document: { paths: Record<string, Record<string, Operation>> },
  ) {
    this.ajv.addSchema(this.document, "api");
  }

  static async load(): Promise<DocumentClient> {
    const document = await succeed("GET", "/api/openapi.json").catch(async () => {
      const { body } = await call("GET", "/api/openapi.json");
      return body;
    });
    return new DocumentClient(document as never);
  }

  /** Ids of all operations. */
  get operations(): { id: string; method: string; path: string }[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        id: operationId,
        method,
        path,
      })),
    );
  }

  /** Calls an operation; its answer must be the one documented for its status. */
  async run(id: string, options: CallOptions = {}): Promise<Answer> {
    const found = this.operations.find((operation) => operation.id === id);
    if (!found) throw new Error(`The document has no operation ${id}`);
    const path = found.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => options.params?.[name] ?? "",
    );
    const query = options.query ? `?${new URLSearchParams(options.query)}` : "";
    const answer = await call(found.method.toUpperCase(), path + query, options);
    this.check(found, answer);
    return answer;
  }

  private check(
    { id, method, path }: { id: string; method: string; path: string },
    answer: Answer,
  ) {
    const responses = this.document.paths[path]?.[method]?.responses ?? {};
    const status = String(answer.status) in responses ? String(answer.status) : "default";
    if (answer.status < 300)
      expect(Object.keys(responses), `${id} ${answer.status}`).toContain(status);
    const pointer = [
      "paths",
      path,
      method,
      "responses",
      status,
      "content",
      "application/json",
      "schema",
    ]
      .map((part) => encodeURIComponent(part.replace(/~/g, "~0").replace(/\//g, "~1")))
      .join("/");
    const key = `api#/${pointer}`;
    const validate = this.validators.get(key) ?? this.ajv.compile({ $ref: key });
    this.validators.set(key, validate);
    expect(validate(answer.body), `${id}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
}
