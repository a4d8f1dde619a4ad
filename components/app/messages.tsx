import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { numbersLocale } from "@/lib/platform/ui/reader-locale";
import { LearnWords } from "./learn-words";
import { MoreMessages } from "./more-messages";
import { shownZone } from "./shown-zone";

interface MessagesProps {
  /** Names of messages/, or of a part such as "errors.registration". */
  namespaces: string[];
  children: ReactNode;
}

type Tree = { [name: string]: Tree | string };

/** The parts of all texts that these names stand for. */
function textsOf(all: Tree, namespaces: string[]): Tree {
  const texts: Tree = {};
  for (const namespace of namespaces) {
    const [name = "", part] = namespace.split(".");
    const whole = all[name];
    if (whole === undefined) continue;
    if (part === undefined) texts[name] = whole;
    else if (typeof whole === "object" && whole[part] !== undefined) {
      texts[name] = { ...(texts[name] as Tree | undefined), [part]: whole[part] };
    }
  }
  return texts;
}

/** Gives client components the texts of these namespaces, beside those of the UI kit, and the zone of their times. */
export async function Messages({ namespaces, children }: MessagesProps) {
  const [locale, all, timeZone] = await Promise.all([getLocale(), getMessages(), shownZone()]);
  const messages = textsOf(all as Tree, ["ui", "app", "errors.client", ...namespaces]);
  return (
    <NextIntlClientProvider messages={messages} timeZone={timeZone}>
      <LearnWords locale={locale} numbers={numbersLocale()} />
      {children}
    </NextIntlClientProvider>
  );
}

/** Gives one page the texts of these namespaces beside those that its layout gives already. */
export async function PageMessages({ namespaces, children }: MessagesProps) {
  const all = await getMessages();
  return <MoreMessages messages={textsOf(all as Tree, namespaces)}>{children}</MoreMessages>;
}
