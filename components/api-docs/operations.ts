/** What is read of an operation; all else of it goes to the library as it is. */
type OperationObject = {
  summary?: string;
  description?: string;
  tags?: string[];
  [other: string]: unknown;
};

/** The parts of an OpenAPI document that are read here. */
export interface ApiDocument {
  tags?: { name: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components?: Record<string, Record<string, unknown>>;
}

export interface Operation {
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
}

/** The operations of a document, in the order of its tags. */
export function operationsOf(document: ApiDocument): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description, tags }]) => ({
      method,
      path,
      tag: tags?.[0] ?? "",
      summary: summary ?? "",
      description: description ?? "",
    })),
  );
  const order = (document.tags ?? []).map(({ name }) => name);
  return all.sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
}

/** Whether an operation has every word that is looked for, in its method, path or texts. */
export function matchesOperation(operation: Operation, search: string): boolean {
  const { method, path, tag, summary, description } = operation;
  const all = [method, path, tag, summary, description].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)$/;

/** All that a part of a document refers to, itself or through what it refers to, as section and name. */
function referencesOf(part: unknown, document: ApiDocument, found = new Set<string>()) {
  if (typeof part !== "object" || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    const [, section, name] = (key === "$ref" && REFERENCE.exec(String(value))) || [];
    if (section === undefined || name === undefined) referencesOf(value, document, found);
    else if (!found.has(`${section}/${name}`)) {
      found.add(`${section}/${name}`);
      referencesOf(document.components?.[section]?.[name], document, found);
    }
  }
  return found;
}

/** The document of one operation alone, with the components that it needs: a whole one takes seconds to draw. */
export function documentOf(
  document: ApiDocument,
  { method, path }: Pick<Operation, "method" | "path">,
): ApiDocument {
  const operation = document.paths[path]?.[method] ?? {};
  const components: Record<string, Record<string, unknown>> = {
    securitySchemes: document.components?.securitySchemes ?? {},
  };
  for (const reference of referencesOf(operation, document)) {
    const [section = "", name = ""] = reference.split("/");
    components[section] = {
      ...components[section],
      [name]: document.components?.[section]?.[name],
    };
  }
  return { ...document, paths: { [path]: { [method]: operation } }, components };
}
