import english from "@/messages/en.json";
import { pseudoMessages } from "@/tests/support/words/pseudo-locale";
import { mistakesOf } from "./translation";

it("takes the texts themselves, and a translation of each", () => {
  expect(mistakesOf(english, "en")).toEqual([]);
  expect(mistakesOf(pseudoMessages(english), "de")).toEqual([]);
});

/** A translation with one text changed. */
const changed = (key: "tryAgain" | "network", words?: string) => ({
  ...english,
  errors: { ...english.errors, client: { ...english.errors.client, [key]: words } },
});

it("says in a line each what is missing, too much, or can't be rendered", () => {
  const { client: _, ...errors } = english.errors;
  expect(mistakesOf({ ...english, errors }, "de")).toContain("errors.client.network is missing");
  expect(mistakesOf({ ...english, odd: "x" }, "de")).toEqual([
    "odd is no text of messages/en.json",
  ]);
  expect(mistakesOf(changed("tryAgain", "In {wait}"), "de")).toEqual([
    "errors.client.tryAgain has to have the gaps problem, wait",
  ]);
  expect(mistakesOf(changed("network", "Kein {netz}"), "de")).toEqual([
    "errors.client.network has to have no gaps",
  ]);
  expect(mistakesOf(changed("network", "Kein {netz"), "de")).toEqual([
    expect.stringMatching(/^errors.client.network: .*INVALID_MESSAGE/),
  ]);
});

it("lets a translation choose by its own words", () => {
  const own = "{wait, select, soon {gleich} other {später}}: {problem}";
  expect(mistakesOf(changed("tryAgain", own), "de")).toEqual([]);
});
