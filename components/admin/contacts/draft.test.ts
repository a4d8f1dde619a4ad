import { type AdminContactDto, createContactSchema } from "@/lib/contacts/staff-schema";
import { type ContactDraft, draftOf, fieldsOf, iconOf, iconProblem } from "./draft";

const contact: AdminContactDto = {
  _id: "1",
  title: "Chat",
  description: "",
  link: "/chat",
  linkType: "internal",
  icon: "",
  iconType: "other",
  order: 1,
  isActive: true,
  updatedAt: "2026-11-21T00:00:00.000Z",
};
/** What the API refuses of a draft. */
const wrongFields = (draft: ContactDraft) =>
  createContactSchema
    .safeParse(fieldsOf(draft, null))
    .error?.issues.map(({ path }) => path.join(".")) ?? [];

const file = new File(["x"], "icon.png", { type: "image/png" });

it.each([
  ["none", "", "other", ""],
  ["a built-in one", "phone", "other", "phone"],
  ["an emoji", "☎️", "other", "emoji"],
  ["an address", "https://example.com/a.png", "url", "url"],
  ["an uploaded one", "/api/files/1", "url", "upload"],
] as const)("keeps the icon of a contact: %s", (_, icon, iconType, choice) => {
  const draft = draftOf({ ...contact, icon, iconType });
  expect(draft.iconChoice).toBe(choice);
  expect(iconOf(draft)).toEqual({ icon, iconType });
  expect(iconProblem(draft)).toBeNull();
  expect(wrongFields(draft)).toEqual([]);
});

it("sends a picked file instead of the icon's text", () => {
  const draft = { ...draftOf(contact), iconChoice: "upload", file, filePreview: "data:x" } as const;
  const fields = fieldsOf(draft, contact);
  expect(fields).not.toHaveProperty("icon");
  expect(fields.updatedAt).toBe(contact.updatedAt);
  expect(iconProblem(draft)).toBeNull();
  expect(wrongFields(draft)).toEqual([]);
});

it("knows what can't be right", () => {
  const wrong = { ...draftOf(null), linkType: "email", link: "nobody" } as const;
  expect(wrongFields(wrong)).toEqual(["title", "link"]);
  const right = { ...draftOf(contact), icon: "" };
  for (const iconChoice of ["emoji", "url", "upload"] as const) {
    expect(iconProblem({ ...right, iconChoice })).not.toBeNull();
  }
});
