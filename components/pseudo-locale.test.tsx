import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { AiScreen } from "@/components/ai/ai-screen";
import { MoneyPauseProvider } from "@/components/ui/display/money-pause";
import { Toaster } from "@/components/ui/overlays/toaster";
import { accountKeys } from "@/lib/accounts/client";
import { aiKeys } from "@/lib/ai/client";
import { strategyPictures } from "@/lib/ai/strategy-pictures";
import { learnWords } from "@/lib/platform/client/words";
import { savingKeys } from "@/lib/savings/client";
import { tradingKeys } from "@/lib/trading/client";
import english from "@/messages/en.json";
import { answerFetches } from "@/tests/support/network";
import { run, settings, setup } from "@/tests/support/screens/ai-screen";
import { balance, plan } from "@/tests/support/screens/savings-pages";
import { outsideBrackets, PSEUDO, pseudoMessages } from "@/tests/support/words/pseudo-locale";
import { LoginForm } from "./accounts/login-form";
import { RegisterForm } from "./accounts/register/register-form";
import { NotificationList } from "./notifications/notification-list";
import { SavingPage } from "./savings/saving-page";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ replace: jest.fn(), refresh: jest.fn(), push: jest.fn() }),
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
}));

const messages = pseudoMessages(english);
/** What comes from the server, and names that no language has words for. */
const NAMES = /USDT|XAUT|EMA|UTC|Nov|alt\+T/g;
const ATTRIBUTES = ["aria-label", "placeholder", "title", "alt"];

/** Whatever of a page people see or hear and did not come from messages. */
function plainWords(): string[] {
  const page = document.body.cloneNode(true) as HTMLElement;
  // Countries have the names that accounts are stored with.
  for (const element of page.querySelectorAll("script, style, option")) element.remove();
  const texts = [page.textContent ?? ""];
  for (const name of ATTRIBUTES)
    for (const element of page.querySelectorAll(`[${name}]`))
      texts.push(element.getAttribute(name) ?? "");
  return texts.flatMap(
    (text) =>
      outsideBrackets(text)
        .replace(NAMES, "")
        .match(/\p{L}{2,}/gu) ?? [],
  );
}

let client: QueryClient;
const show = (element: ReactElement) =>
  render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <QueryClientProvider client={client}>
        {element}
        <Toaster label="⟦Toasts⟧" />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  learnWords(PSEUDO, { errors: messages.errors });
  globalThis.ResizeObserver = class {
    observe() {}
    disconnect() {}
    unobserve() {}
  };
  answerFetches(() => ({ status: 503, body: { success: false, code: "X", message: "⟦Down⟧" } }));
});

it("the form of a login, and what it says of no answer", async () => {
  show(
    <LoginForm
      door="user"
      panels={{ user: true, admin: true }}
      cookieUserId={null}
      redirect={null}
    />,
  );
  expect(plainWords()).toEqual([]);
});

it("the registration, with everything that is wrong with it", async () => {
  const { container } = show(
    <RegisterForm
      referralCode=""
      door="user"
      panels={{ user: true, admin: true }}
      cookieUserId={null}
      redirect={null}
    />,
  );
  const user = userEvent.setup();
  await user.click(container.querySelector('button[type="submit"]') as Element);
  await waitFor(() => expect(screen.getAllByText(/^⟦Please /).length).toBeGreaterThan(5));
  expect(plainWords()).toEqual([]);
});

it("a plan of savings", () => {
  client.setQueryData(savingKeys.plan("plan"), { ...plan, name: "Gold" });
  client.setQueryData(accountKeys.balance(), balance);
  show(<SavingPage id="plan" serverNow="2028-02-27T12:00:00Z" />);
  expect(plainWords()).toEqual([]);
});

it("strategies, a run and a proposal", () => {
  const pages = {
    pages: [{ runs: [{ ...run, name: "EMA" }], nextCursor: null }],
    pageParams: [null],
  };
  client.setQueryData(tradingKeys.settings(), JSON.parse(inBrackets(settings)));
  client.setQueryData(aiKeys.runs(), pages);
  client.setQueryData(aiKeys.setups(), { setups: [{ ...setup, name: "EMA" }], nextCursor: null });
  client.setQueryData(accountKeys.balance(), balance);
  show(
    <MoneyPauseProvider reason={null}>
      <AiScreen hasAcceptedRisk pictures={strategyPictures} />
    </MoneyPauseProvider>,
  );
  expect(plainWords()).toEqual([]);
});

/** The server's words of strategies, as it would say them. */
const inBrackets = (given: object) =>
  JSON.stringify(given, (key, value: unknown) =>
    ["name", "description", "risk", "label", "hint"].includes(key) ? `⟦${String(value)}⟧` : value,
  );

it("a list without notifications", async () => {
  answerFetches(() => ({
    status: 200,
    body: { success: true, notifications: [], unreadCount: 0, nextCursor: null },
  }));
  show(<NotificationList />);
  await screen.findAllByText(/^⟦/);
  expect(plainWords()).toEqual([]);
});
