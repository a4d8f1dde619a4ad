import { z } from "zod";
import { formCount, formFlag, optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { contactHref, isIconAddress } from "./rules";
import { contactSchema, iconTypes, type LinkType, linkTypes } from "./schema";

/** What to say of a link that does not fit its type. */
const LINK_RULES: Record<LinkType, string> = {
  url: text("errors.contacts.enterWebAddressSuchAsHttps"),
  email: text("errors.contacts.enterEmailAddressSuchAsHelp"),
  phone: text("errors.contacts.enterPhoneNumberSuchAs44"),
  internal: text("errors.contacts.enterPageSiteSuchAsChat"),
};

/** What to say of an icon's address that can't be used. */
const ICON_RULE = text("errors.contacts.enterAddressThatBeginsWithHttps");

/** A way to reach support as staff see it. */
export const adminContactSchema = z.object({
  ...contactSchema.shape,
  isActive: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type AdminContactDto = z.output<typeof adminContactSchema>;

/** `version` stands for the list's order: give it back when changing the order. */
export const adminContactListSchema = z.object({
  services: z.array(adminContactSchema),
  version: z.string(),
});
export type AdminContactList = z.output<typeof adminContactListSchema>;
export const adminContactResponseSchema = z.object({ service: adminContactSchema });

/** A blank field of a form is one that was left out. */
const position = z.preprocess(
  (value) => (value === "" ? undefined : value),
  optionalOrNull(formCount),
);

const fields = {
  title: z
    .string(text("errors.common.enterTitle"))
    .trim()
    .min(1, text("errors.common.enterTitle"))
    .max(80),
  description: z.string().trim().max(200),
  link: z
    .string(text("errors.contacts.enterLink"))
    .trim()
    .min(1, text("errors.contacts.enterLink"))
    .max(500),
  linkType: z.enum(linkTypes, text("errors.contacts.chooseKindLink")),
  /** Address of a picture, name of a built-in icon, or an emoji; an uploaded image takes its place. */
  icon: z.string().trim().max(500),
  iconType: z.enum(iconTypes, text("errors.contacts.chooseUrlOrOther")),
  order: position,
  isActive: formFlag,
};

type Checked = {
  link?: string;
  linkType?: (typeof linkTypes)[number];
  icon?: string;
  iconType?: (typeof iconTypes)[number];
};

/** A link must lead somewhere of its kind, a picture must be one that a browser may load here. */
function checkTogether({ link, linkType, icon, iconType }: Checked, context: z.RefinementCtx) {
  if (link && linkType && contactHref(link, linkType) === null) {
    context.addIssue({ code: "custom", path: ["link"], message: LINK_RULES[linkType] });
  }
  if (iconType === "url" && icon && !isIconAddress(icon)) {
    context.addIssue({ code: "custom", path: ["icon"], message: ICON_RULE });
  }
}

/** POST /api/admin/customer-service, beside an optional `icon` image. */
export const createContactSchema = z
  .strictObject({
    ...fields,
    description: optionalOrNull(fields.description).transform((text) => text ?? ""),
    icon: optionalOrNull(fields.icon).transform((text) => text ?? ""),
    iconType: fields.iconType.default("other"),
    /** Default: the end of the list. */
    order: position,
    isActive: formFlag.default(true),
  })
  .superRefine(checkTogether);
export type CreateContactInput = z.output<typeof createContactSchema>;

/** PUT /api/admin/customer-service/{id}: whatever is to change. */
export const updateContactSchema = z.strictObject({
  ...z.object(fields).partial().shape,
  /** What the caller saw last: a later change by somebody else is a conflict then. */
  updatedAt: z.iso.datetime().optional(),
});
export type UpdateContactInput = z.output<typeof updateContactSchema>;

/** A contact as it will be, after a change of some of its fields. */
export const wholeContactSchema = z
  .object({
    link: fields.link,
    linkType: fields.linkType,
    icon: fields.icon,
    iconType: fields.iconType,
  })
  .superRefine(checkTogether);

/** PATCH /api/admin/customer-service/{id}/toggle-status: without a value it turns the switch. */
export const toggleContactSchema = z.strictObject({ isActive: z.boolean().optional() });

const idOfItem = z.uuid(text("errors.contacts.notIdContact")).toLowerCase();
const { order: _order, ...listed } = adminContactSchema.partial().shape;
/** What the list answers of a contact can be sent back as it is: only its id and order count. */
const item = z.strictObject({
  ...listed,
  _id: idOfItem.optional(),
  id: idOfItem.optional(),
  order: position,
});

/** PUT /api/admin/customer-service/reorder: ids in their new order, or items with `_id` and `order`. */
export const reorderContactsSchema = z.strictObject({
  services: z
    .array(
      z
        .preprocess((sent) => (typeof sent === "string" ? { _id: sent } : sent), item)
        .transform(({ _id, id, order }, context) => {
          const found = _id ?? id;
          if (found !== undefined) return { _id: found, order };
          context.addIssue({ code: "custom", message: text("errors.contacts.notIdContact") });
          return z.NEVER;
        }),
      text("errors.contacts.sendListContacts"),
    )
    .min(1, text("errors.contacts.sendListContacts"))
    .max(100)
    .refine(
      (items) => new Set(items.map(({ _id }) => _id)).size === items.length,
      text("errors.contacts.aContactInListTwice"),
    ),
  /** The `version` of the list that was reordered: another order since is a conflict then. */
  version: z.string().max(64).optional(),
});
export type ReorderContactsInput = z.output<typeof reorderContactsSchema>;
