import { Marked, type Tokens } from "marked";
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
