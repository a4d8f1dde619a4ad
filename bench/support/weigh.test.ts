import { scriptsOf } from "./weigh";

it("finds what a browser fetches for a page, once each", () => {
  const html = `<!doctype html><link rel="preload" as="script" fetchPriority="low" href="/a.js"/>
    <link rel="stylesheet" href="/a.css"/><link rel="preload" as="font" href="/f.woff2"/>
    <link rel="modulepreload" href="/m.js"/><script src="/a.js" async=""></script>
    <script src="/b.js?dpl=1" nonce="n"></script><script nonce="n">self.x="/c.js"</script>
    <script src="/polyfill.js" noModule=""></script>`;
  expect([...scriptsOf(html)]).toEqual(["/a.js", "/m.js", "/b.js"]);
});
