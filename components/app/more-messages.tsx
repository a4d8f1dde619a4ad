"use client";

import {
  type AbstractIntlMessages,
  NextIntlClientProvider,
  useLocale,
  useMessages,
} from "next-intl";
import { type ReactNode, useState } from "react";
import { learnWords } from "@/lib/platform/client/words";
import { merged } from "@/lib/platform/text/merged";

/** Adds texts to those of the provider around it; a part such as "errors.wallets" stands beside the parts there. */
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
    <NextIntlClientProvider
      locale={locale}
      messages={merged(around, messages) as AbstractIntlMessages}
    >
      {children}
    </NextIntlClientProvider>
  );
}
