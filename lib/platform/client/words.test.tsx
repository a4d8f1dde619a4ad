import { text } from "@/lib/platform/text";
import { learnWords, words } from "./words";

it("keeps the words of the layout on a page that brings none of its own", () => {
  learnWords("en", { errors: { common: { enterTitle: "Please enter a title" } } });
  learnWords("en", { errors: undefined });
  expect(words(text("errors.common.enterTitle"))).toBe("Please enter a title");
});
