import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import messages from "@/messages/en.json";

export function Texts({ children }: { children: ReactNode }) {
  return (
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Renders a component with the texts of the product around it. */
export function renderUi(element: ReactElement) {
  return render(element, { wrapper: Texts });
}
