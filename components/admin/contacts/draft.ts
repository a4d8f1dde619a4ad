import { isIconAddress } from "@/lib/contacts/rules";
import { type ContactIcon, contactIcons, type LinkType } from "@/lib/contacts/schema";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";

/** Where the icon comes from: a built-in one by name, or one of these. */
export type IconChoice = "" | ContactIcon | "emoji" | "url" | "upload";

/** A contact as it is being typed. */
export type ContactDraft = {
  title: string;
  description: string;
  linkType: LinkType;
  link: string;
  iconChoice: IconChoice;
  /** The emoji or the address. */
  icon: string;
  file: File | null;
  /** The picked file, to look at. */
  filePreview: string | null;
  isActive: boolean;
};

const UPLOADED = /^\/api\/files\//;

/** A form that nothing was typed into, or one with a contact to change. */
export function draftOf(contact: AdminContactDto | null): ContactDraft {
  return {
    title: contact?.title ?? "",
    description: contact?.description ?? "",
    linkType: contact?.linkType ?? "url",
    link: contact?.link ?? "",
    iconChoice: contact ? choiceOf(contact) : "",
    icon: contact?.icon ?? "",
    file: null,
    filePreview: null,
    isActive: contact?.isActive ?? true,
  };
}

/** Where a contact's icon comes from. */
export function choiceOf({ icon, iconType }: AdminContactDto): IconChoice {
  if (icon === "") return "";
  if (iconType === "url") return UPLOADED.test(icon) ? "upload" : "url";
  return contactIcons.find((name) => name === icon) ?? "emoji";
}

/** The icon that a draft makes. An uploaded one is named by its preview until it is stored. */
export function iconOf(draft: ContactDraft): { icon: string; iconType: "url" | "other" } {
  const { iconChoice } = draft;
  const text = draft.icon.trim();
  if (iconChoice === "upload") {
    const kept = UPLOADED.test(text) ? text : "";
    return { icon: draft.filePreview ?? kept, iconType: "url" };
  }
  if (iconChoice === "url") return { icon: text, iconType: "url" };
  return { icon: iconChoice === "emoji" ? text : iconChoice, iconType: "other" };
}

const EMOJI = /^\p{Extended_Pictographic}\S{0,7}$/u;

/** What the API does not check of an icon; the message's key. Null where nothing is wrong. */
export function iconProblem(draft: ContactDraft) {
  const { icon } = iconOf(draft);
  if (draft.iconChoice === "emoji" && !EMOJI.test(icon)) return "emojiWrong";
  if (draft.iconChoice === "url" && !isIconAddress(icon)) return "iconAddressWrong";
  return draft.iconChoice === "upload" && icon === "" ? "iconFileMissing" : null;
}

/** What is sent of a draft, beside a picked file, which takes the place of the icon's text. */
export function fieldsOf(
  draft: ContactDraft,
  contact: AdminContactDto | null,
): Record<string, string> {
  const isPicked = draft.iconChoice === "upload" && draft.file !== null;
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    link: draft.link.trim(),
    linkType: draft.linkType,
    ...(isPicked ? {} : iconOf(draft)),
    isActive: String(draft.isActive),
    ...(contact ? { updatedAt: contact.updatedAt } : {}),
  };
}
