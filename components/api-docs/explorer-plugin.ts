import type { Parts, System } from "swagger-ui-dist/swagger-ui-es-bundle.js";

/** The parts of Immutable.js that an entry of the list has: a tag with its operations. */
type Entry = {
  get(name: string): Entry;
  map(of: (value: Entry) => Entry): Entry;
  set(name: string, value: unknown): Entry;
  filter(keep: (value: Entry) => boolean): Entry;
  getIn(path: string[]): string | undefined;
  size: number;
};

/** Whether an operation has every word that is looked for, in its path, summary or description. */
export function matchesOperation(
  operation: { method: string; path: string; texts: (string | undefined)[] },
  search: string,
): boolean {
  const { method, path, texts } = operation;
  const all = [method, path, ...texts].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

const textOf = (operation: Entry, name: string) => operation.getIn(["operation", name]);

/** Operations that match, with the tags that have any: the library's own filter knows tags alone. */
function opsFilter(tags: Entry, search: string): Entry {
  const matches = (operation: Entry) =>
    matchesOperation(
      {
        method: String(operation.get("method")),
        path: String(operation.get("path")),
        texts: [textOf(operation, "summary"), textOf(operation, "description")],
      },
      search,
    );
  return tags
    .map((tag) => tag.set("operations", tag.get("operations").filter(matches)))
    .filter((tag) => tag.get("operations").size > 0);
}

/**
 * What the library's page is made of here: its search and its operations. Its title, its servers and its second `main`
 * are left out: the page has its own.
 */
export function explorerPlugin({ React: { createElement } }: System) {
  return {
    fn: { opsFilter },
    components: {
      // biome-ignore lint/correctness/noComponentHookFactories: the library calls a plugin once, with its own React
      Explorer: ({ getComponent }: Parts) =>
        createElement(
          "div",
          { className: "swagger-ui" },
          createElement(getComponent("SvgAssets")),
          createElement(getComponent("errors", true)),
          createElement(getComponent("FilterContainer", true)),
          createElement(getComponent("operations", true)),
        ),
      // A link inside of a button: the button opens the operation already.
      // biome-ignore lint/correctness/noComponentHookFactories: as above
      DeepLink: ({ text }: { text: unknown }) => createElement("span", null, text as string),
    },
  };
}
