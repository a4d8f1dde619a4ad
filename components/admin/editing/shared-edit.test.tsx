import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { approvalKeys } from "@/lib/approvals/client";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import type { WalletDto } from "@/lib/wallets/schema";
import { type Answer, answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { STAFF_PLAN } from "@/tests/support/staff-plan";
import { ContactsPage } from "../contacts/contacts-page";
import { SavingPlansPage } from "../savings/saving-plans-page";
import { WalletsPage } from "../wallets/wallets-page";

jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/any",
  useSearchParams: () => new URLSearchParams(),
}));

const LATER = "2026-11-21T09:00:00.000Z";
const wallet: WalletDto = {
  id: "1",
  currency: "USDT",
  network: "TRC20",
  address: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  label: "Cold",
  notice: null,
  qrImageUrl: null,
  qrImageMatches: false,
  minDeposit: "10.000000",
  isActive: true,
  isDemo: false,
  addressConfirmed: true,
  updatedAt: "2026-11-20T14:20:00.000Z",
};
const contact: AdminContactDto = {
  _id: "1",
  title: "Telegram",
  description: "",
  link: "https://t.me/support",
  linkType: "url",
  icon: "chat",
  iconType: "other",
  order: 1,
  isActive: true,
  updatedAt: "2026-11-20T14:20:00.000Z",
};

const refusal = (message: string): Answer => ({ status: 409, body: { code: "CONFLICT", message } });

/**
 * Shows a page whose item a colleague changes before the first save arrives, which is on its way until `sending`
 * ends. A second save gets `later` as its answer, or is saved. Returns what is saved.
 */
function open<Item>(
  page: ReactElement,
  item: Item,
  changed: Partial<Item>,
  list: (item: Item, isChanged: boolean) => object,
  { sending, later }: { sending?: Promise<void>; later?: Answer } = {},
) {
  let now = item;
  const sent = answerFetches(async ({ method }) => {
    if (method === "GET") return { body: list(now, now !== item) };
    if (now !== item) return later ?? { body: { wallet: now, service: now, saving: now } };
    await sending;
    now = { ...item, ...changed, updatedAt: LATER };
    const { status, body } = refusal("eva has changed this meanwhile.");
    return { status, body: { ...body, saving: now } };
  });
  const queryClient = new QueryClient();
  queryClient.setQueryDefaults([...approvalKeys.all, "rule"], { enabled: false });
  renderUi(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return {
    user: userEvent.setup(),
    saved: () => sent.filter(({ method }) => method === "PUT").map(({ body }) => body),
  };
}

const retype = async (user: ReturnType<typeof userEvent.setup>, name: string, text: string) => {
  const field = await screen.findByRole("textbox", { name });
  await user.clear(field);
  await user.type(field, text);
};
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click((await screen.findAllByRole("button", { name }))[0]!);

/** What is said of the colleague's changes, once it is. */
async function theirs(): Promise<(string | undefined)[]> {
  const text = await screen.findByText(/eva has changed this meanwhile/);
  expect(text).toHaveTextContent("What you typed is still here. Save again to keep it.");
  return within(text)
    .queryAllByRole("listitem")
    .map((row) => row.textContent?.replace(/\s/g, " "));
}

it("a wallet's typed fields stay over a colleague's version, whose other fields are kept", async () => {
  const changed = { label: "Warm", minDeposit: "25.000000", isActive: false };
  const { user, saved } = open(<WalletsPage />, wallet, changed, (now) => ({
    wallets: [now],
    nextCursor: null,
  }));
  await press(user, /^Open /);
  await press(user, "Change");
  await retype(user, "Label", "Mine");
  await press(user, "Save");
  expect(await theirs()).toEqual([
    "Label: Cold → Warm",
    "Minimum: 10.00 USDT → 25.00 USDT",
    "Switched on: Yes → No",
  ]);
  expect(screen.getByRole("textbox", { name: "Label" })).toHaveValue("Mine");
  await press(user, "Save");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toMatchObject({
    label: "Mine",
    minDeposit: "25",
    isActive: "false",
    updatedAt: LATER,
  });
});

it("a wallet's new address goes back from the look at it to the form, and is looked at again", async () => {
  const { user, saved } = open(<WalletsPage />, wallet, { label: "Warm" }, (now) => ({
    wallets: [now],
    nextCursor: null,
  }));
  await press(user, /^Open /);
  await press(user, "Change");
  await retype(user, "Address", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  await press(user, "Save");
  await press(user, "Use the new address");
  expect(await theirs()).toEqual(["Label: Cold → Warm"]);
  await press(user, "Save");
  await press(user, "Use the new address");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toMatchObject({
    address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    label: "Warm",
    updatedAt: LATER,
  });
});

it("keeps what is typed while the save is on its way", async () => {
  let arrive = () => {};
  const sending = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const list = (now: WalletDto) => ({ wallets: [now], nextCursor: null });
  const { user } = open(<WalletsPage />, wallet, { minDeposit: "25" }, list, { sending });
  await press(user, /^Open /);
  await press(user, "Change");
  await retype(user, "Label", "Mi");
  await press(user, "Save");
  await user.type(screen.getByRole("textbox", { name: "Label" }), "ne");
  arrive();
  await theirs();
  expect(screen.getByRole("textbox", { name: "Label" })).toHaveValue("Mine");
});

const DEPOSITS = "Deposits were made with this, so its coin stays.";
it.each([
  [
    "wallet",
    () =>
      open(
        <WalletsPage />,
        wallet,
        { minDeposit: "25" },
        (now) => ({ wallets: [now], nextCursor: null }),
        { later: refusal(DEPOSITS) },
      ),
    [/^Open /, "Change"],
    "Label",
  ],
  [
    "contact",
    () =>
      open(<ContactsPage />, contact, { isActive: false }, (now) => ({ services: [now] }), {
        later: refusal(DEPOSITS),
      }),
    ["Change Telegram"],
    "Title",
  ],
] as const)("a %s's second refusal is shown too", async (_, show, buttons, field) => {
  const { user } = show();
  for (const name of buttons) await press(user, name);
  await retype(user, field, "Mine");
  await press(user, "Save");
  await theirs();
  await press(user, "Save");
  expect(await screen.findByText(DEPOSITS)).toBeVisible();
});

it.each([
  ["chat", "other", "", "other", "Chat → By the kind of link"],
  ["/api/files/1", "url", "/api/files/2", "url", "An uploaded image → another one"],
  ["☎️", "other", "https://example.com/a.png", "url", "☎️ → https://example.com/a.png"],
] as const)("names a contact's icon in words: %s", async (icon, iconType, to, toType, text) => {
  const before: AdminContactDto = { ...contact, icon, iconType };
  const changed = { icon: to, iconType: toType };
  const { user } = open(<ContactsPage />, before, changed, (now) => ({ services: [now] }));
  await press(user, "Change Telegram");
  await retype(user, "Title", "Mine");
  await press(user, "Save");
  expect(await theirs()).toEqual([`Icon: ${text}`]);
});

it("a contact's typed link keeps its kind", async () => {
  const changed = { title: "Chat", linkType: "phone", link: "+44 20 7946 0000" } as const;
  const { user, saved } = open(<ContactsPage />, contact, changed, (now) => ({ services: [now] }));
  await press(user, "Change Telegram");
  await retype(user, "Link", "https://t.me/mine");
  await press(user, "Save");
  expect(await theirs()).toEqual([
    "Title: Telegram → Chat",
    "Kind of link: Web address → Phone",
    "Link: https://t.me/support → +44 20 7946 0000",
  ]);
  await press(user, "Save");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toMatchObject({
    title: "Chat",
    linkType: "url",
    link: "https://t.me/mine",
    updatedAt: LATER,
  });
});

it("a plan goes back from the review to the form, and its next review is over their version", async () => {
  const changed = { dailyRate: "0.0002", isActive: false };
  const { user, saved } = open(<SavingPlansPage />, STAFF_PLAN, changed, (now) => ({
    savings: [now],
    funding: [],
    nextCursor: null,
  }));
  await press(user, "Edit Thirty days");
  await retype(user, "Name", "A month");
  await press(user, "Review");
  await press(user, "Save changes");
  expect(await theirs()).toEqual([
    "Daily rate: 0.011% a day, 4.015% a year → 0.02% a day, 7.3% a year",
    "Open: Yes → No",
  ]);
  expect(screen.getByRole("textbox", { name: "Daily rate" })).toHaveValue("0.02");
  await press(user, "Review");
  const review = await screen.findByRole("dialog", { name: "Change Thirty days?" });
  expect(review).toHaveTextContent("Thirty days → A month");
  await press(user, "Save changes");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ name: "A month", updatedAt: LATER });
});

it("a plan that is on another page by now can be saved as well", async () => {
  const changed = { dailyRate: "0.0002" };
  const { user, saved } = open(<SavingPlansPage />, STAFF_PLAN, changed, (now, isChanged) => ({
    savings: isChanged ? [] : [now],
    funding: [],
    nextCursor: null,
  }));
  await press(user, "Edit Thirty days");
  await retype(user, "Name", "A month");
  await press(user, "Review");
  await press(user, "Save changes");
  expect(await theirs()).toEqual([
    "Daily rate: 0.011% a day, 4.015% a year → 0.02% a day, 7.3% a year",
  ]);
  await press(user, "Review");
  await press(user, "Save changes");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ name: "A month", updatedAt: LATER });
});

it("a plan that got its first saving goes back to the kind that stays", async () => {
  const changed = { records: { live: 1, closed: 0 } };
  const { user, saved } = open(<SavingPlansPage />, STAFF_PLAN, changed, (now) => ({
    savings: [now],
    funding: [],
    nextCursor: null,
  }));
  await press(user, "Edit Thirty days");
  await retype(user, "Name", "A month");
  await user.click(screen.getByRole("radio", { name: "Flexible" }));
  await press(user, "Review");
  await press(user, "Save changes");
  await theirs();
  await user.click(screen.getByRole("radio", { name: "Fixed" }));
  await press(user, "Review");
  await press(user, "Save changes");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ name: "A month", updatedAt: LATER });
});
