import { cleanMarkdown, renderMarkdown } from "./markdown";

describe("the list of contents", () => {
  it("links to the headings of the text, each with an id of its own", () => {
    const { html, contents } = renderMarkdown("## What & why\n\ntext\n\n### Fees\n\n## What & why");
    expect(contents).toEqual([
      { id: "what-why", text: "What & why", level: 2 },
      { id: "fees", text: "Fees", level: 3 },
      { id: "what-why-2", text: "What & why", level: 2 },
    ]);
    for (const { id } of contents) expect(html).toContain(`id="${id}"`);
  });

  it("leaves the first level to the page's title", () => {
    const { html, contents } = renderMarkdown("# Privacy\n\n#### Small print");
    expect(html).toBe('<h2 id="privacy">Privacy</h2>\n<h4>Small print</h4>\n');
    expect(contents).toHaveLength(1);
  });

  it("keeps letters of every script", () => {
    expect(renderMarkdown("## Über uns\n\n## 关于").contents.map(({ id }) => id)).toEqual([
      "uber-uns",
      "关于",
    ]);
  });
});

const HOSTILE: [string, string][] = [
  ["a script", "hello <script>alert(1)</script>"],
  ["an event handler", '<p onclick="alert(1)">hello</p>'],
  ["a script link", "[hello](javascript:alert(1))"],
  ["a hidden script link", '<a href="java&#10;script:alert(1)">hello</a>'],
  ["a data link", "[hello](data:text/html;base64,PHNjcmlwdD4=)"],
  ["a frame", 'hello <iframe src="https://example.com"></iframe>'],
  ["an image", "hello ![x](https://example.com/track.png)"],
  ["a style", '<p style="position:fixed">hello</p><style>p{}</style>'],
  ["a heading that closes its tag", '## hello "><img src=x onerror=alert(1)>'],
  ["a form", '<form action="https://example.com">hello<input></form>'],
];

describe("what an author writes", () => {
  it.each(HOSTILE)("can't smuggle in %s", (_what, markdown) => {
    const { html } = renderMarkdown(markdown);
    expect(html).toContain("hello");
    expect(html).not.toMatch(
      /<(script|iframe|img|style|form|input)|\son\w+=|style=|script:|data:/i,
    );
  });

  it("can link: out of the site apart and without a referrer, inside it as usual", () => {
    const { html } = renderMarkdown("[out](https://example.com) [in](/terms-conditions)");
    expect(html).toContain(
      '<a href="https://example.com" rel="noopener noreferrer" target="_blank">out</a>',
    );
    expect(html).toContain('<a href="/terms-conditions">in</a>');
  });

  it("can make tables and lists", () => {
    const { html } = renderMarkdown("| a | b |\n|---|--:|\n| 1 | 2 |\n\n3. third");
    expect(html).toContain('<td align="right">2</td>');
    expect(html).toContain('<ol start="3">');
  });
});

describe("a text that is kept", () => {
  it.each([
    ...HOSTILE,
    ["a script in a quotation", "> hello\n> <script>\n> alert(1)\n> </script>"],
    ["a script in a list", "- hello\n  - <script src=//example.com></script>"],
    ["a tag over quoted lines", "> hello <img\n> src=x\n> onerror=alert(1)>"],
    ["a script in a table", "| hello |\n|---|\n| <svg onload=alert(1)> |"],
    ["a script link by reference", "[hello][x]\n\n[x]: javascript:alert(1)"],
    ["a script link of its own", "hello <javascript:alert(1)>"],
    ["a tag that is put together from parts", "hello <scr<script>ipt>alert(1)</scr</script>ipt>"],
    ["a link in HTML", "<div>\n\nhello [x](javascript:alert(1))\n\n</div>"],
  ])("has no %s", (_what, markdown) => {
    const text = cleanMarkdown(markdown).text;
    expect(text).toContain("hello");
    expect(text).not.toMatch(
      /<(script|iframe|style|form|input|svg|img)|<[^>]*\son\w+=|javascript:/i,
    );
    expect(cleanMarkdown(text).text).toBe(text);
  });

  it.each([
    "# Title\n\nText with *emphasis*, **strong** and `code <b>`.\n",
    "- a\n- b\n  1. c\n\n> quoted & kept, 1 < 2 > 0\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n",
    "[in](/terms-conditions) [out](https://example.com) <mailto:a@example.com> [r][x]\n\n[x]: /about-us\n",
    "    indented <script>\n\n```html\n<script>shown, not run</script>\n```\n",
    "An <em>inline</em> tag and a line<br />break.\n",
  ])("is kept as it was written: %j", (text) => {
    expect(cleanMarkdown(text).text).toBe(text);
  });

  it("takes time by its length, not by its square", () => {
    const timeOf = (times: number) => {
      const started = performance.now();
      cleanMarkdown("hello <b>world</b> [x](javascript:alert(1)) ".repeat(times));
      return performance.now() - started;
    };
    timeOf(200);
    const short = Math.max(timeOf(200), timeOf(200));
    const long = Math.min(timeOf(2_000), timeOf(2_000), timeOf(2_000));
    expect(long).toBeLessThan(50 * short);
  });
});
