import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Gives client components the texts of these namespaces, beside those of the UI kit. */
export async function Messages({
  namespaces,
  children,
}: {
  namespaces: string[];
  children: ReactNode;
}) {
  const all = await getMessages();
  const wanted = ["ui", "app", ...namespaces];
  const messages = Object.fromEntries(
    Object.entries(all).filter(([name]) => wanted.includes(name)),
  );
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
