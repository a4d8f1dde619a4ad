import english from "@/messages/en.json";
import { firstWords } from "./first-words";
import { renderText } from "./languages";

const { plans, contacts } = english.firstWords;

it("says what a new site begins with in the reader's language", () => {
  expect(renderText(firstWords(plans.fixed30), "de")).toBe("USDT fest, 30 Tage");
  expect(renderText(firstWords(contacts.chat), "es")).toBe("Chat con soporte");
  expect(renderText(firstWords(plans.fixed30), "en")).toBe(plans.fixed30);
});

it("leaves what staff wrote as it is", () => {
  expect(firstWords("Gold for my daughter")).toBe("Gold for my daughter");
});
