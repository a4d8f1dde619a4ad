"use client";

import { CustomerServiceButton } from "@/components/contacts/customer-service-button";
import { useChatUnread } from "@/lib/chat/client";

/** The way to customer service for people who are logged in: it also tells of unread messages. */
export function SupportButton() {
  return <CustomerServiceButton unread={useChatUnread() ?? 0} />;
}
