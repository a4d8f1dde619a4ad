import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Realtime } from "@/components/app/live/realtime";
import { Providers } from "@/components/app/providers";
import { SeedCache } from "@/components/app/seed/seed-cache";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { STORED_CHOICES_SCRIPT } from "@/components/ui/choices/stored-choices-script";
import { accountKeys, useBalance } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import { readDraft, saveDraft } from "@/lib/platform/client/drafts";
import { createQueryClient } from "@/lib/platform/client/query";
import { formatAmount } from "@/lib/platform/ui/format";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi, Texts } from "@/tests/support/screens/render";
import { AccountSwitch } from "./account-switch";
import { PagesByAccount } from "./by-account";
import { PracticeBand } from "./practice-band";

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));
const mockPathname = jest.fn(() => "/");
jest.mock("next/navigation", () => ({
  usePathname: () => mockPathname(),
  useRouter: () => ({ refresh: () => undefined }),
}));
let mockOnEvent: (name: string, data: unknown) => void;
jest.mock("@/lib/platform/client/realtime", () => ({
  connectRealtime: ({ onEvent }: { onEvent: typeof mockOnEvent }) => {
    mockOnEvent = onEvent;
    return () => undefined;
  },
}));

let sent: Sent[];

/** A full load of a page in a tab that remembers an account. */
function load(account: "real" | "practice", pathname = "/") {
  delete document.documentElement.dataset.account;
  sessionStorage.setItem("account", account);
  window.history.replaceState(null, "", pathname);
  mockPathname.mockReturnValue(pathname);
  // As the document's head does it.
  new Function(STORED_CHOICES_SCRIPT)();
}

beforeEach(() => {
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  sessionStorage.clear();
  mockLeaveFor.mockClear();
  sent = answerFetches(() => ({}));
});

const theSwitch = () => screen.getByRole("button", { name: "Practice account" });

describe("the switch", () => {
  it("loads the home page of practice, and remembers it for this tab alone", async () => {
    load("real");
    renderUi(<AccountSwitch />);
    expect(theSwitch()).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(theSwitch());
    expect(mockLeaveFor.mock.calls).toEqual([["/"]]);
    expect(sessionStorage.getItem("account")).toBe("practice");
    expect(localStorage.getItem("account")).toBeNull();
    // The page on its way out is still the one that it was.
    expect(theSwitch()).toHaveAttribute("aria-pressed", "false");
  });

  it("goes back the same way", async () => {
    load("practice");
    renderUi(<AccountSwitch />);
    expect(theSwitch()).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(theSwitch());
    expect(mockLeaveFor.mock.calls).toEqual([["/"]]);
    expect(sessionStorage.getItem("account")).toBeNull();
  });

  it("changes nothing where the page is being left already", async () => {
    load("practice");
    mockLeaveFor.mockReturnValueOnce(false);
    renderUi(<AccountSwitch />);
    await userEvent.click(theSwitch());
    expect(sessionStorage.getItem("account")).toBe("practice");
  });
});

describe("the band", () => {
  const show = () =>
    renderUi(
      <QueryClientProvider client={createQueryClient()}>
        <PracticeBand />
      </QueryClientProvider>,
    );

  it("says what practice is, and leads back to the real account", async () => {
    load("practice");
    show();
    expect(screen.getByText(/You trade with play money at real prices/)).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Use my real account" }));
    expect(mockLeaveFor.mock.calls).toEqual([["/"]]);
    expect(sessionStorage.getItem("account")).toBeNull();
  });

  it("sets the balance back after a question, and says why where that is refused", async () => {
    load("practice");
    let answer: Answer = {
      status: 409,
      body: { success: false, code: "PRACTICE_IN_USE", message: "Something is open" },
    };
    sent = answerFetches(() => answer);
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Reset" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Reset your practice balance?" });
    expect(dialog).toHaveTextContent("back to 10,000.00 USDT");
    const confirm = screen.getByRole("button", { name: /^Reset to 10,000\.00/ });
    await userEvent.click(confirm);
    expect(await screen.findByText("Something is open")).toBeVisible();
    answer = { body: { message: "Done" } };
    await userEvent.click(confirm);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent.map(({ path, account }) => [path, account])).toEqual([
      ["/api/user/practice/reset", "practice"],
      ["/api/user/practice/reset", "practice"],
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });
});

describe("pages in practice", () => {
  const show = (pathname: string) => {
    load("practice", pathname);
    return renderUi(
      <PagesByAccount>
        <HideableAmount value="5" currency="USDT" />
      </PagesByAccount>,
    );
  };

  it("mark every amount, until they are left", async () => {
    const { unmount } = show("/trade");
    expect(await screen.findByText("5.00 USDT Practice")).toBeVisible();
    expect(formatAmount("5", "XAUT", { unmarked: true })).toBe("5.000000\u00a0XAUT");
    unmount();
    expect(formatAmount("5", "USDT")).toBe("5.00\u00a0USDT");
  });

  it("are none of real money: those have one button, back to the real account", async () => {
    show("/withdraw");
    expect(await screen.findByRole("heading", { name: "Not part of practice" })).toBeVisible();
    expect(screen.queryByText(/5\.00/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button"));
    expect(sessionStorage.getItem("account")).toBeNull();
  });
});

describe("live events", () => {
  it.each(["real", "practice"] as const)(
    "of the other account are not for a page of %s",
    async (account) => {
      load(account);
      localStorage.setItem("token", "t");
      localStorage.setItem("user", JSON.stringify({ id: "1" }));
      const heard: unknown[] = [];
      jest.useFakeTimers();
      renderUi(
        <QueryClientProvider client={createQueryClient()}>
          <Realtime events={{ trade: (data) => heard.push(data) }} />
        </QueryClientProvider>,
      );
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      jest.useRealTimers();
      mockOnEvent("trade", { account: "real" });
      mockOnEvent("trade", { account: "practice" });
      mockOnEvent("trade", { of: "no account" });
      mockOnEvent("trade", undefined);
      expect(heard).toEqual([{ account }, { of: "no account" }, undefined]);
    },
  );
});

function Balance() {
  const { data } = useBalance();
  const client = useQueryClient();
  return (
    <>
      <p>{data ? data.balances.USDT.available : "unknown"}</p>
      <p>{client.getQueryData<string>(["market", "price"])}</p>
    </>
  );
}

describe("what a page knows", () => {
  const ofServer = { balances: { USDT: { available: "77" } } };
  const ofPractice = { account: "practice", balances: { USDT: { available: "10000" } } };

  const page = (
    <Texts>
      <Providers>
        <SeedCache
          entries={[
            [accountKeys.balance(), ofServer],
            [["market", "price"], "a price"],
          ]}
          madeAtMs={Date.now()}
        >
          <Balance />
        </SeedCache>
      </Providers>
    </Texts>
  );

  it("in practice is asked for by its account, and the server's is left aside", async () => {
    sent = answerFetches(() => ({ body: ofPractice }));
    load("practice");
    render(page);
    expect(screen.queryByText("77")).not.toBeInTheDocument();
    expect(screen.getByText("a price")).toBeVisible();
    expect(await screen.findByText("10000")).toBeVisible();
    expect(sent.map(({ account }) => account)).toEqual(["practice"]);
    expect(document.documentElement).toHaveAttribute("data-account-shown");
  });

  it("of the real account is the server's", () => {
    load("real");
    render(page);
    expect(screen.getByText("77")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("keeps what was typed by account", () => {
    load("practice");
    saveDraft("ticket", "of practice");
    load("real");
    expect(readDraft("ticket")).toBeNull();
    saveDraft("ticket", "real");
    load("practice");
    expect(readDraft("ticket")).toBe("of practice");
  });

  it("names no account to what has only one", async () => {
    load("practice");
    await act(() => api.get("/user/limits"));
    await act(() => api.get("/orders"));
    expect(sent.map(({ account }) => account)).toEqual([undefined, "practice"]);
  });

  it("is of no account in the staff panel", () => {
    load("practice", "/admin/users");
    expect(document.documentElement).not.toHaveAttribute("data-account");
  });
});
