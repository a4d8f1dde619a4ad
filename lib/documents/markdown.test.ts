import { renderMarkdown } from "./markdown";

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

describe("what an author writes", () => {
  it.each([
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
  ])("can't smuggle in %s", (_what, markdown) => {
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
