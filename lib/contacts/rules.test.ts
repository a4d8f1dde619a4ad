import { contactHref, isIconAddress } from "./rules";

describe("where a contact leads", () => {
  it.each([
    ["url", "https://t.me/support", "https://t.me/support"],
    ["url", " t.me/support ", "https://t.me/support"],
    ["email", "help@example.com", "mailto:help@example.com"],
    ["email", "mailto:help@example.com", "mailto:help@example.com"],
    ["phone", "+44 (20) 7946-0000", "tel:+442079460000"],
    ["internal", "/chat?from=popup#end", "/chat?from=popup#end"],
  ] as const)("%s %s", (type, link, href) => {
    expect(contactHref(link, type)).toBe(href);
  });

  it.each([
    ["url", "javascript:alert(1)"],
    ["url", "data:text/html,hello"],
    ["url", "https://"],
    ["url", ""],
    ["email", "help@example.com?bcc=other@example.com"],
    ["email", "nobody"],
    ["phone", "call me"],
    ["internal", "//example.com"],
    ["internal", "/\\example.com"],
    ["internal", "/\t/example.com"],
    ["internal", "https://example.com"],
  ] as const)("nowhere: %s %s", (type, link) => {
    expect(contactHref(link, type)).toBeNull();
  });
});

describe("an icon's address", () => {
  it.each(["https://example.com/a.png", "/logo.png", "/api/files/1"])("may be %s", (text) => {
    expect(isIconAddress(text)).toBe(true);
  });
  it.each(["http://example.com/a.png", "//example.com/a.png", "data:image/png,x", "https://", "a"])(
    "is not %s",
    (text) => expect(isIconAddress(text)).toBe(false),
  );
});
