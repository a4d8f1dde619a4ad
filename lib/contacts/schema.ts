import * as z from "zod/mini";

export const linkTypes = ["url", "email", "phone", "internal"] as const;
export type LinkType = (typeof linkTypes)[number];
export const iconTypes = ["url", "other"] as const;
/** Built-in pictures that a contact with `iconType` "other" can name in `icon`. */
export const contactIcons = ["chat", "document", "email", "help", "phone", "web"] as const;
export type ContactIcon = (typeof contactIcons)[number];

/** A way to reach support, as the popup and the panel get it. */
export const contactSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  link: z.string(),
  linkType: z.enum(linkTypes),
  /** Address of a picture when `iconType` is "url", else one of `contactIcons` or an emoji. */
  icon: z.string(),
  iconType: z.enum(iconTypes),
  order: z.int(),
});
export type ContactDto = z.output<typeof contactSchema>;

/** GET /api/customer-service */
export const contactListSchema = z.object({ services: z.array(contactSchema) });
