import { type ApiDocument, documentOf, matchesOperation, operationsOf } from "./operations";

const operation = {
  method: "post",
  path: "/api/storage/store",
  tag: "Storage",
  summary: "Store XAUT",
  description: "",
};

it.each(["storage", "STORE xaut", "post /api/storage", "  ", "xaut storage"])(
  "finds an operation by %j",
  (search) => {
    expect(matchesOperation(operation, search)).toBe(true);
  },
);

it.each(["retrieve", "store usdt", "get"])("leaves it out where one looks for %j", (search) => {
  expect(matchesOperation(operation, search)).toBe(false);
});

const reference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const get = {
  tags: ["Storage"],
  summary: "What is stored",
  responses: { 200: reference("schemas", "Stored"), 422: reference("examples", "VALIDATION") },
};
const document = {
  tags: [{ name: "Storage" }, { name: "Staff: users" }],
  paths: {
    "/api/admin/users": { get: { tags: ["Staff: users"], responses: {} } },
    "/api/storage": { get, post: { tags: ["Storage"], ...reference("schemas", "Other") } },
  },
  components: {
    securitySchemes: { session: { type: "http" } },
    schemas: {
      Stored: { items: reference("schemas", "Amount"), next: reference("schemas", "Stored") },
      Amount: { type: "string" },
      Other: { type: "number" },
    },
    examples: { VALIDATION: { value: {} }, RATE_LIMITED: { value: {} } },
  },
} satisfies ApiDocument;

it("lists the operations by the document's tags", () => {
  expect(operationsOf(document).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "get /api/storage",
    "post /api/storage",
    "get /api/admin/users",
  ]);
});

it("takes one operation out, with all that it refers to and nothing else", () => {
  expect(documentOf(document, { method: "get", path: "/api/storage" })).toEqual({
    tags: document.tags,
    paths: { "/api/storage": { get } },
    components: {
      securitySchemes: document.components.securitySchemes,
      schemas: {
        Stored: document.components.schemas.Stored,
        Amount: document.components.schemas.Amount,
      },
      examples: { VALIDATION: document.components.examples.VALIDATION },
    },
  });
});
