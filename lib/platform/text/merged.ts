type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** Two trees of texts as one, however deep: where both have a text, that of `over` counts. */
export function merged(base: object, over: object): Tree {
  const result: Tree = { ...base };
  for (const [name, above] of Object.entries(over)) {
    if (above === undefined) continue;
    const below = result[name];
    result[name] = isTree(below) && isTree(above) ? merged(below, above) : above;
  }
  return result;
}
