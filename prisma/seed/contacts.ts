import type { Prisma } from "@/lib/generated/prisma/client";

/**
 * Ways to reach support on a new site: only what exists. Phone numbers, addresses and messengers
 * are the operator's to add.
 */
export const defaultContacts: Prisma.CustomerServiceCreateManyInput[] = [
  {
    title: "Chat with support",
    description: "Write to us when you are logged in.",
    link: "/chat",
    linkType: "internal",
    icon: "chat",
    iconType: "other",
    order: 1,
  },
  {
    title: "Write to us without logging in",
    description: "For everybody who cannot log in. We answer by mail.",
    link: "/support",
    linkType: "internal",
    icon: "email",
    iconType: "other",
    order: 2,
  },
  {
    title: "About us",
    description: "Who runs this site and how to reach them.",
    link: "/about-us",
    linkType: "internal",
    icon: "document",
    iconType: "other",
    order: 3,
  },
  {
    title: "Terms and conditions",
    description: "How this service works and what it does not promise.",
    link: "/terms-conditions",
    linkType: "internal",
    icon: "document",
    iconType: "other",
    order: 4,
  },
];
