import german from "@/messages/de.json";
import spanish from "@/messages/es.json";
import { isStaffText, mayStayEnglish } from "./staff-texts";
import { hasStaffTexts, mistakesOf } from "./translation";

it.each([
  ["de", german],
  ["es", spanish],
])("%s says all that readers who are no staff may see, with the same gaps", (locale, messages) => {
  expect(mistakesOf(messages, locale)).toEqual([]);
});

it.each([
  ["de", german],
  ["es", spanish],
])("%s leaves to English what only staff read", (_locale, messages) => {
  expect(hasStaffTexts(messages)).toBe(false);
});

it.each([
  ["staffDesk.title", true],
  ["staff.nav.home", true],
  ["staffing", false],
  ["errors.staff.noSuch", true],
  ["errors.codes.FORBIDDEN", false],
  ["mails.newWork.subject", true],
  ["mails.newWorker", false],
])("%s is for staff alone: %s", (key, isStaffs) => expect(isStaffText(key)).toBe(isStaffs));

it("only staff's texts and the page without a server may stay English", () => {
  expect(mayStayEnglish("verifier.title")).toBe(true);
  expect(mayStayEnglish("staffDesk.title")).toBe(true);
  expect(mayStayEnglish("proof.title")).toBe(false);
});
