import { messagesOf, offeredLanguages } from "@/lib/platform/text/languages";
import { mailKinds, mistakeIn } from "./mail-words";

const ORIGIN = "https://gold.example.com";
const GIVEN = "Hello {username},\n\n{message}\n\nHere: {link}\n\n{way}";

it("finds nothing wrong with the words that the site has, in any language", () => {
  for (const language of offeredLanguages()) {
    for (const kind of mailKinds) {
      const { subject, body } = messagesOf(language).mails[kind];
      expect([kind, mistakeIn(subject, subject, ORIGIN)]).toEqual([kind, null]);
      expect([kind, mistakeIn(body, body, ORIGIN)]).toEqual([kind, null]);
    }
  }
});

it.each([
  ["{message} {link}", { kind: "missing", what: "{way}" }],
  ["Hi", { kind: "missing", what: "{message}, {link}, {way}" }],
  ["{message} {link} {way} {password}", { kind: "unknown", what: "{password}" }],
  ["{message} {link} {way} {count, plural, other {#}}", { kind: "brace", what: "{" }],
  ["{message} {link}. {way}", { kind: "touched", what: "{link}" }],
  ["{message} ({link} {way}", { kind: "touched", what: "{link}" }],
  ["{message} {link} {way}!", { kind: "touched", what: "{way}" }],
  [
    "{message} {link} {way} https://evil.example/x",
    { kind: "address", what: "https://evil.example/x" },
  ],
  ["{message} {link} {way} see evil.example", { kind: "address", what: "evil.example" }],
  [
    "{message} {link} {way} HTTP://gold.example.com",
    { kind: "address", what: "HTTP://gold.example.com" },
  ],
  [
    "{message} {link} {way} gold.example.com.evil.io",
    { kind: "address", what: "gold.example.com.evil.io" },
  ],
  ["{message} {link} {way} a@gold.example", { kind: "address", what: "gold.example" }],
  [
    "{message} {link} {way} https://gold.example.com@evil.io",
    { kind: "address", what: "https://gold.example.com@evil.io" },
  ],
])("refuses %j", (words, mistake) => {
  expect(mistakeIn(words, GIVEN, ORIGIN)).toEqual(mistake);
});

it.each([
  "{message}\n{link}\n{way}",
  "Dear {username}: {message} {link} {way}\nMore at https://gold.example.com/help or gold.example.com",
])("takes %j", (words) => {
  expect(mistakeIn(words, GIVEN, ORIGIN)).toBeNull();
});
