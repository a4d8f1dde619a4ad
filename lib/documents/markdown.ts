import { Marked, type Token, type Tokens } from "marked";
import sanitizeHtml from "sanitize-html";

/** A heading of a text, for the list of contents. */
export type Heading = { id: string; text: string; level: 2 | 3 };

const SAFE: sanitizeHtml.IOptions = {
  allowedTags: (
    "h2 h3 h4 p ul ol li blockquote pre code strong em del a br hr " + "table thead tbody tr th td"
  ).split(" "),
  allowedAttributes: {
    a: ["href", "rel", "target"],
    h2: ["id"],
    h3: ["id"],
    th: ["align", "scope"],
    td: ["align"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  transformTags: { a: safeLink },
};

/** Links to other sites open apart and learn nothing of where they were followed from. */
function safeLink(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const href = attribs.href ?? "";
  const isExternal = /^https?:/i.test(href);
  return {
    tagName,
    attribs: {
      ...(href ? { href } : {}),
      ...(isExternal ? { rel: "noopener noreferrer", target: "_blank" } : {}),
    },
  };
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function plainText(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}

function slugOf(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu);
  return words?.join("-") || "section";
}

/**
 * Turns a document's Markdown into HTML that is safe to show: no scripts, styles, images, frames
 * or foreign schemes, whoever wrote it. A page has its title as the only first-level heading, so a
 * first-level heading in the text becomes a second-level one.
 * @returns the HTML and its second and third level headings, with the ids they carry
 */
export function renderMarkdown(markdown: string): { html: string; contents: Heading[] } {
  const contents: Heading[] = [];
  const used = new Map<string, number>();
  const uniqueId = (text: string) => {
    const slug = slugOf(text);
    const times = (used.get(slug) ?? 0) + 1;
    used.set(slug, times);
    return times === 1 ? slug : `${slug}-${times}`;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        if (depth > 3) return `<h4>${inner}</h4>\n`;
        const level = depth === 3 ? 3 : 2;
        const text = plainText(inner);
        const id = uniqueId(text);
        contents.push({ id, text, level });
        return `<h${level} id="${id}">${inner}</h${level}>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html: sanitizeHtml(html, SAFE), contents };
}

/** Taking something out can join what is left to something new; it is looked again this often. */
const PASSES = 5;

/**
 * A text as it is kept and given out: Markdown without HTML that could do anything, and without links
 * that run something. Whatever a reader's own program makes of it, it is only a text.
 * @returns it, and the parts of what was written that it does not have
 */
export function cleanMarkdown(markdown: string): { text: string; removed: string[] } {
  let text = markdown.replace(/\r\n?/g, "\n");
  const removed: string[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const replacements = unsafeParts(text);
    if (replacements.size === 0) return { text, removed };
    for (const [raw, safe] of replacements) {
      removed.push(...linesLost(raw, safe));
      text = text.replaceAll(raw, () => safe);
    }
  }
  // What hides from being taken out in place, such as a tag that is broken over quoted lines.
  const plain = text.replace(/<(?=[a-z/!?])/gi, "&lt;").replace(/(?:java|vb)script:|data:/gi, "");
  return { text: plain, removed: [...removed, ...linesLost(text, plain)] };
}

/** Lines of a part that are not in what stays of it. */
const linesLost = (raw: string, safe: string): string[] => {
  const kept = new Set(safe.split("\n").map((line) => line.trim()));
  const lines = raw.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !kept.has(line));
};

/** What must not stay of a text, with what stays in its place. */
function unsafeParts(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const marked = new Marked({ gfm: true });
  void marked.walkTokens(marked.lexer(text), (token) => {
    const safe = safePart(token);
    if (safe !== token.raw) found.set(token.raw, safe);
  });
  return found;
}

function safePart(token: Token): string {
  const { type, raw } = token;
  if (type === "html") {
    const { block } = token as Tokens.HTML;
    return block ? sanitizeHtml(raw, SAFE) : safeTag(raw);
  }
  if (type === "def") return isSafeAddress((token as Tokens.Def).href) ? raw : "";
  if (type !== "link" && type !== "image") return raw;
  const { href, text } = token as Tokens.Link;
  if (isSafeAddress(href)) return raw;
  return text === href ? "" : text;
}

/** One tag within a line; its end stands elsewhere, so it must not be closed here. */
function safeTag(tag: string): string {
  const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(tag)?.[1]?.toLowerCase();
  if (closing !== undefined) {
    return (SAFE.allowedTags as string[]).includes(closing) ? tag : "";
  }
  return /^<[^>]*>/.exec(sanitizeHtml(tag, SAFE))?.[0] ?? "";
}

function isSafeAddress(href: string): boolean {
  const link = `<a href="${href.replaceAll('"', "&quot;")}">`;
  return href === "" || sanitizeHtml(link, SAFE).includes("href=");
}
