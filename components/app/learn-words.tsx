"use client";

import { useMessages } from "next-intl";
import { useState } from "react";
import { learnWords } from "@/lib/platform/client/words";

/** Makes the texts of the provider around it known to code that is no component. */
export function LearnWords({ locale }: { locale: string }) {
  const messages = useMessages();
  // Before anything beneath it is drawn; it has nothing to show itself.
  useState(() => learnWords(locale, { errors: messages.errors }));
  return null;
}
