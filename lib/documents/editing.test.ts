import { formatText, type TextFormat } from "./editing";

/** A text with its selection between brackets, before and after. */
function edited(marked: string, format: TextFormat): string {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const text = marked.replace(/[«»]/g, "");
  const { from, to, insert, selectFrom, selectTo } = formatText(text, start, end, format);
  const now = text.slice(0, from) + insert + text.slice(to);
  return `${now.slice(0, selectFrom)}«${now.slice(selectFrom, selectTo)}»${now.slice(selectTo)}`;
}

it.each<[TextFormat, string, string]>([
  ["bold", "a «b» c", "a **«b»** c"],
  ["italic", "«»", "*«»*"],
  ["link", "see «here»", "see [«here»](https://)"],
  ["heading", "a\nb«»b\nc", "a\n## bb«»\nc"],
  ["subheading", "«a»", "### a«»"],
  ["bullets", "x\n«a\nb»\ny", "x\n- a\n- b«»\ny"],
  ["numbers", "«a\nb\nc»", "1. a\n2. b\n3. c«»"],
  ["quote", "«»", "> «»"],
])("makes %s of %j", (format, before, after) => {
  expect(edited(before, format)).toBe(after);
});
