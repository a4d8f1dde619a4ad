import { createTranslator, NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import ArticlePage from "@/app/(user)/advantages-of-ai-trading/page";
import mockMessages from "@/messages/en.json";
import { resetSettings, setSetting } from "./support";

jest.mock("@/lib/sessions/page-gate", () => ({
  ...jest.requireActual("@/lib/sessions/page-gate"),
  requireUser: async () => undefined,
}));
jest.mock("next-intl/server", () => ({
  getTranslations: async (namespace: "aiArticle") =>
    createTranslator({ locale: "en", messages: mockMessages, namespace }),
}));

afterEach(resetSettings);

const article = async () =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={mockMessages} timeZone="UTC">
      {await ArticlePage()}
    </NextIntlClientProvider>,
  );

it("names the fee that orders pay, and the spread where there is one", async () => {
  expect(await article()).toContain(
    "now 0.1%, and the gap between buy price and sell price. There is no other charge.",
  );
  await setSetting("manualSpread", "0.02");
  expect(await article()).toContain(
    "the gap between buy price and sell price, now a spread of at least 2%. There is no other charge.",
  );
});
