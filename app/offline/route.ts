import { getLocale, getTranslations } from "next-intl/server";

const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
    font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f8f6f1, #0f0e0c); color: light-dark(#1b1812, #f5f2ea); }
  main { max-width: 26rem; }
  h1 { font-size: 1.375rem; margin: 0 0 0.5rem; }
  p { margin: 0 0 1.5rem; }
  a { display: inline-block; padding: 0.75rem 1.25rem; border-radius: 0.625rem; background: #d9ae3f; color: #1b1403;
    font-weight: 600; text-decoration: none; }
  a:focus-visible { outline: 2px solid currentcolor; outline-offset: 3px; }
`;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * What an installed site shows without a network, whole in one file: public/sw.js keeps it, and nothing else. Its link
 * loads the page that was asked for.
 */
export async function GET(): Promise<Response> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations("offline")]);
  const [title, words, retry] = [t("title"), t("text"), t("retry")].map(escaped);
  const html = `<!doctype html>
<html lang="${escaped(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLES}</style></head>
<body><main><h1>${title}</h1><p>${words}</p><a href="">${retry}</a></main></body>
</html>
`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}
