"use client";

import { useMessages } from "next-intl";
import { useState } from "react";
import { learnWords } from "@/lib/platform/client/words";
import { writeNumbersIn } from "@/lib/platform/ui/reader-locale";

/**
 * Makes the texts of the provider around it known to code that is no component, and how to write numbers.
 * @param numbers the language that the server wrote numbers in
 */
export function LearnWords({ locale, numbers }: { locale: string; numbers: string }) {
  const messages = useMessages();
  // Before anything beneath it is drawn; it has nothing to show itself.
  useState(() => {
    learnWords(locale, { errors: messages.errors });
    writeNumbersIn(numbers);
  });
  return null;
}
