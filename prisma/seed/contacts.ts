import type { Prisma } from "@/lib/generated/prisma/client";
import english from "@/messages/en.json";

const { contacts } = english.firstWords;

/**
 * Ways to reach support on a new site: only what exists. Phone numbers, addresses and messengers
 * are the operator's to add.
 */
export const defaultContacts: Prisma.CustomerServiceCreateManyInput[] = [
  {
    title: contacts.chat,
    description: contacts.chatText,
    link: "/chat",
    linkType: "internal",
    icon: "chat",
    iconType: "other",
    order: 1,
  },
  {
    title: contacts.write,
    description: contacts.writeText,
    link: "/support",
    linkType: "internal",
    icon: "email",
    iconType: "other",
    order: 2,
  },
  {
    title: contacts.about,
    description: contacts.aboutText,
    link: "/about-us",
    linkType: "internal",
    icon: "document",
    iconType: "other",
    order: 3,
  },
  {
    title: contacts.terms,
    description: contacts.termsText,
    link: "/terms-conditions",
    linkType: "internal",
    icon: "document",
    iconType: "other",
    order: 4,
  },
];
