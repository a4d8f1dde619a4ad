"use client";

import { type AbstractIntlMessages, NextIntlClientProvider, useMessages } from "next-intl";
import type { ReactNode } from "react";

/** Adds texts to those of the provider around it. */
export function MoreMessages({
  messages,
  children,
}: {
  messages: AbstractIntlMessages;
  children: ReactNode;
}) {
  const around = useMessages();
  return (
    <NextIntlClientProvider messages={{ ...around, ...messages }}>
      {children}
    </NextIntlClientProvider>
  );
}
