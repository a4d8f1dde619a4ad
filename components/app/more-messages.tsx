"use client";

import {
  type AbstractIntlMessages,
  NextIntlClientProvider,
  useLocale,
  useMessages,
} from "next-intl";
import { type ReactNode, useState } from "react";
import { learnWords } from "@/lib/platform/client/words";

/** Adds texts to those of the provider around it. */
export function MoreMessages({
  messages,
  children,
}: {
  messages: AbstractIntlMessages;
  children: ReactNode;
}) {
  const around = useMessages();
  // A provider inside the client does not learn the locale by itself.
  const locale = useLocale();
  useState(() => learnWords(locale, { errors: messages.errors }));
  return (
    <NextIntlClientProvider locale={locale} messages={{ ...around, ...messages }}>
      {children}
    </NextIntlClientProvider>
  );
}
