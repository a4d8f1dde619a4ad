import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreMessages } from "./more-messages";

interface MessagesProps {
  namespaces: string[];
  children: ReactNode;
}

async function textsOf(namespaces: string[]) {
  const all = await getMessages();
  return Object.fromEntries(Object.entries(all).filter(([name]) => namespaces.includes(name)));
}

/** Gives client components the texts of these namespaces, beside those of the UI kit. */
export async function Messages({ namespaces, children }: MessagesProps) {
  const messages = await textsOf(["ui", "app", ...namespaces]);
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}

/** Gives one page the texts of these namespaces beside those that its layout gives already. */
export async function PageMessages({ namespaces, children }: MessagesProps) {
  return <MoreMessages messages={await textsOf(namespaces)}>{children}</MoreMessages>;
}
