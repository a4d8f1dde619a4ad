import { type DesignedMail, designMail } from "./design";

const mail = (text: string, more: Partial<DesignedMail> = {}) =>
  designMail({
    subject: "Reset your password",
    text,
    hasPhrase: false,
    locale: "en",
    origin: "https://gold.example",
    open: "Open on gold.example",
    ...more,
  });

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

it("shows a link that has a line of its own as a button, with its address", async () => {
  const link = "https://gold.example/reset-password?token=a1";
  const html = await mail(`Hello Ada,\n\nopen this link:\n${link}\n\nElse ignore this mail.`);
  expect(hrefs(html)).toEqual([link]);
  expect(html).toContain("Open on gold.example");
  const words = html.replace(/<style>.*?<\/style>|<[^>]+>/gs, " ");
  for (const part of ["Hello Ada,", "open this link:", link, "Else ignore this mail."]) {
    expect(words).toContain(part);
  }
});

it("makes links of the site's addresses inside of a line", async () => {
  const html = await mail("All movements: https://gold.example/transaction-history\nElse ask us.");
  expect(hrefs(html)).toEqual(["https://gold.example/transaction-history"]);
  expect(html).toContain("<br/>Else ask us.");
});

it.each([
  "https://evil.example/reset-password",
  "https://gold.example.evil.example/",
  "https://gold.example@evil.example/",
  "http://gold.example/",
  'https://evil.example/"><script>',
])("makes no link of %s, which somebody else has written", async (address) => {
  const html = await mail(`Support answers:\n\n${address}\n\nsee ${address} now`);
  expect(hrefs(html)).toEqual([]);
  expect(html).not.toContain("<script");
});

it("sets the phrase of its reader apart, and nothing else", async () => {
  const text = "Your phrase: seven lemons\nYou chose it.\n\nHello Ada,\n\nyour money moved.";
  expect(await mail(text, { hasPhrase: true })).toMatch(
    /class="phrase".*?seven lemons.*?<\/table>/,
  );
  expect(await mail(text)).not.toContain('class="phrase"');
});

it("loads nothing, and says its language and both colour schemes", async () => {
  const html = await mail("Hallo", { locale: "de" });
  expect(html).toMatch(/<html[^>]* lang="de"/);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).not.toMatch(/<img|<link|src=|url\(|@import/);
});
