import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { securityKeys } from "@/lib/security/client";
import type { Security } from "@/lib/security/schema";
import { addressBookKey } from "@/lib/withdrawals/address-client";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { SecurityView } from "./security-view";

const mockLeaveFor = jest.fn();
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

const security: Security = {
  email: "maria@example.com",
  emailVerified: false,
  pendingEmail: "new@example.com",
  passwordChangedAt: null,
  hasWithdrawPassword: true,
  oneTimeWithdrawPasswordUntil: null,
  withdrawPasswordChangedAt: "2026-01-03T10:00:00.000Z",
  twoFactorEnabled: false,
  twoFactorEnabledAt: null,
  phrase: null,
  recoveryCodesLeft: 0,
  deviceApproval: false,
  withdrawalsHeldUntil: "2026-11-22T10:00:00.000Z",
  holdHours: 24,
};
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m`);

let log: Sent[];
let answers: Record<string, object>;

beforeEach(() => {
  answers = {
    "/api/user/two-factor/setup": {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      otpauthUrl: "otpauth://totp/Aurum:maria?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Aurum",
    },
    "/api/user/two-factor/confirm": { recoveryCodes: codes },
    "/api/user/security": {
      security: { ...security, twoFactorEnabled: true, recoveryCodesLeft: 10 },
    },
    "/api/user/sessions?limit=100": { sessions: [] },
    "/api/user/passkeys": { passkeys: [] },
    "/api/user/withdrawal-delay": { delay: { hours: 0, pending: null } },
  };
  const page = {
    signIns: [],
    entries: [],
    addresses: [],
    addressBookOnly: false,
    nextCursor: null,
  };
  log = answerFetches(({ path }) => ({ body: answers[path] ?? page }));
});

const at = "2026-11-21T10:00:00.000Z";
const action = { by: "support", reason: null, createdAt: at };
const session = (id: string, device: string, current: boolean) => ({
  id,
  device,
  userAgent: device,
  ip: "203.0.113.7",
  current,
  createdAt: at,
  lastSeenAt: at,
});

function show(changes: Partial<Security> = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const page = (rows: object) => ({ pages: [{ ...rows, nextCursor: null }], pageParams: [null] });
  client.setQueryData(securityKeys.state(), { ...security, ...changes });
  client.setQueryData(securityKeys.sessions(), [
    session("1", "Safari on iPhone", false),
    session("2", "Firefox on Linux", true),
  ]);
  client.setQueryData(
    securityKeys.signIns(),
    page({
      signIns: [
        {
          id: "1",
          outcome: "wrong-totp",
          device: "curl",
          userAgent: "curl",
          ip: null,
          createdAt: at,
        },
      ],
    }),
  );
  client.setQueryData(
    securityKeys.audit(),
    page({
      entries: [
        {
          id: "1",
          action: "balance.add",
          by: "support",
          reason: "Goodwill",
          before: { USDT: "0.000000" },
          after: { USDT: "5.000000" },
          createdAt: at,
        },
        {
          id: "2",
          action: "new.action",
          by: "system",
          reason: null,
          before: null,
          after: { kind: "text", messageId: "7f9c" },
          createdAt: at,
        },
        {
          ...action,
          id: "3",
          action: "deposit.confirm",
          before: { status: "pending" },
          after: {
            status: "completed",
            rateE8: "6425012340000",
            rateSource: "7f9c",
            creditedMicro: "25000500000",
          },
        },
        {
          ...action,
          id: "6",
          action: "deposit.confirm",
          before: { status: "pending" },
          after: {
            status: "completed",
            rate: "4012.50",
            rateSource: "7f9c",
            credited: "12.500000",
          },
        },
        {
          ...action,
          id: "7",
          action: "deposit.confirm",
          before: { status: "pending" },
          after: { status: "completed", rate: "1.00", rateSource: "7f9c", credited: "3.000000" },
        },
        {
          ...action,
          id: "4",
          action: "trade-config.change",
          before: { optionEnabled: false, manualEnabled: true, minAmount: null },
          after: { optionEnabled: true, manualEnabled: true, minAmount: "20.000000" },
        },
        {
          ...action,
          id: "5",
          action: "chat.clear_history",
          before: { clearedBeforeId: null },
          after: { clearedBeforeId: "7f9c", hiddenMessages: 12 },
        },
      ],
    }),
  );
  const saved = {
    currency: "USDT",
    network: "TRC20",
    address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  };
  client.setQueryData(addressBookKey, {
    addresses: [
      { id: "1", label: "Cold wallet", ...saved, usableFrom: at, usable: false, createdAt: at },
    ],
    addressBookOnly: true,
    addressBookOffAt: "2026-11-22T11:00:00.000Z",
  });
  renderUi(
    <QueryClientProvider client={client}>
      <SecurityView />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const sent = (method: string) => log.filter((call) => call.method === method);

it("shows how everything stands, in plain words", () => {
  show();
  for (const text of [
    /on hold until 22 Nov 2026, 10:00 UTC/,
    "Waiting for new@example.com to be confirmed",
    "Changed on 3 Jan 2026",
    /From 22 Nov 2026, 11:00 UTC on/,
    "Usable from 21 Nov 2026, 10:00 UTC",
    "Wrong code",
    "Balance increased",
    "Reason: Goodwill",
    "Balance: 0.00 USDT → 5.00 USDT",
    "Account handled by support, automatically",
    "Credited: 25,000.50 USDT · Rate: 64,250.1234 USDT",
    "Credited: 12.50 USDT · Rate: 4,012.50 USDT",
    "Credited: 3.00 USDT",
    "Trading limits changed",
    "Smallest trade: 20.00 USDT · Options: off → on",
    "Conversation history cleared",
    "Messages hidden: 12",
  ]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  expect(screen.getAllByText("Deposit credited")).toHaveLength(3);
  const actions = screen.getByRole("list", { name: "Actions by support" });
  expect(actions).not.toHaveTextContent(/clearedBeforeId|status|7f9c|e8|micro|enabled/i);
  const devices = within(screen.getByRole("list", { name: "Devices" })).getAllByRole("listitem");
  expect(devices[0]).toHaveTextContent("Firefox on LinuxThis device");
  expect(within(devices[0]!).queryByRole("button")).not.toBeInTheDocument();
});

it("sets two-factor up: key, code and password, then the codes, which close only by their button", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  const dialog = await screen.findByRole("dialog", { name: "Set up two-factor authentication" });
  expect(within(dialog).getByRole("img", { name: /QR code/ })).toBeInTheDocument();
  expect(within(dialog).getByText(/^JBSW Y3DP/)).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText("Authenticator code"), "123456");
  await user.type(within(dialog).getByLabelText("Login password"), "secret");
  await user.click(within(dialog).getByRole("button", { name: "Turn on" }));
  const list = await screen.findByRole("dialog", { name: "Recovery codes" });
  expect(sent("POST").at(-1)).toEqual({
    method: "POST",
    path: "/api/user/two-factor/confirm",
    key: null,
    authorization: null,
    body: { password: "secret", totp: "123456" },
  });
  await user.keyboard("{Escape}");
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(codes);
  await user.click(within(list).getByRole("button", { name: "I have saved them" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(await screen.findByText("10 recovery codes left")).toBeInTheDocument();
});

it("asks for the code beside the password only where two-factor is on", async () => {
  const user = show({ twoFactorEnabled: true, emailVerified: true });
  const email = screen.getByRole("heading", { name: /^Email/ }).parentElement?.parentElement;
  await user.click(within(email!).getByRole("button", { name: "Change" }));
  const dialog = await screen.findByRole("dialog", { name: "Change email address" });
  await user.click(within(dialog).getByRole("button", { name: "Send link" }));
  expect(within(dialog).getByLabelText("New email address")).toHaveAccessibleDescription(
    "Please enter an email address",
  );
  expect(within(dialog).getByLabelText("Authenticator code")).toBeInvalid();
  expect(sent("PUT")).toEqual([]);
});

it.each([
  [0, "Your other devices are logged out."],
  [1, "Your other devices are logged out, and withdrawals are on hold for 1 hour."],
  [48, "Your other devices are logged out, and withdrawals are on hold for 48 hours."],
])("says for how long %i hours hold withdrawals", async (holdHours, text) => {
  const user = show({ holdHours });
  const password = screen.getByRole("heading", { name: "Login password" });
  const row = password.parentElement?.parentElement;
  await user.click(within(row!).getByRole("button", { name: "Change" }));
  const dialog = await screen.findByRole("dialog", { name: "Change login password" });
  expect(within(dialog).getByText(text)).toBeVisible();
});

it("logs out all other devices after asking", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Log out all others" }));
  const ask = await screen.findByRole("alertdialog", { name: "Log out all other devices?" });
  expect(sent("DELETE")).toEqual([]);
  await user.click(within(ask).getByRole("button", { name: "Log out all others" }));
  await waitFor(() =>
    expect(sent("DELETE").map(({ path }) => path)).toEqual(["/api/user/sessions"]),
  );
});

it("freezes the account after asking, and leads to the login page", async () => {
  const user = show({ twoFactorEnabled: true });
  await user.click(screen.getByRole("button", { name: "Freeze" }));
  const ask = await screen.findByRole("alertdialog", { name: "Freeze your account?" });
  expect(ask).toHaveTextContent(
    "with the link that we mail to you and a code of your authenticator",
  );
  expect(sent("POST")).toEqual([]);
  await user.click(within(ask).getByRole("button", { name: "Freeze" }));
  await waitFor(() => expect(sent("POST").map(({ path }) => path)).toEqual(["/api/user/freeze"]));
  await waitFor(() => expect(mockLeaveFor).toHaveBeenCalledWith("/login"));
});

it("lets new devices in by mail only once the address is confirmed, and ends that with the password", async () => {
  show();
  expect(screen.getByText(/^Confirm your email address, then/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /approval of new devices/ })).toBeNull();
  cleanup();

  const user = show({ emailVerified: true });
  await user.click(screen.getByRole("button", { name: "Turn on approval of new devices" }));
  await waitFor(() =>
    expect(sent("PUT")).toMatchObject([
      { path: "/api/user/device-approval", body: { enabled: true } },
    ]),
  );
  cleanup();

  const owner = show({ emailVerified: true, deviceApproval: true });
  await owner.click(screen.getByRole("button", { name: "Turn off approval of new devices" }));
  const dialog = await screen.findByRole("dialog", { name: /without approval/ });
  await owner.type(within(dialog).getByLabelText("Login password"), "secret-1");
  await owner.click(within(dialog).getByRole("button", { name: "Turn off" }));
  await waitFor(() =>
    expect(sent("PUT").at(-1)).toMatchObject({
      path: "/api/user/device-approval",
      body: { enabled: false, password: "secret-1" },
    }),
  );
});

it("replaces a withdrawal password that support set", async () => {
  const user = show({ oneTimeWithdrawPasswordUntil: new Date(Date.now() + 60_000).toISOString() });
  expect(screen.getByText(/^Support set a one-time withdrawal password/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Choose your own" }));
  const dialog = await screen.findByRole("dialog", { name: "Choose your own withdrawal password" });
  const type = async (label: string, value: string) => {
    await user.click(within(dialog).getByLabelText(label));
    await user.paste(value);
  };
  await type("One-time withdrawal password", "handed over");
  await type("New withdrawal password", "mine alone");
  await type("Repeat withdrawal password", "mine alone");
  await user.click(within(dialog).getByRole("button", { name: "Set password" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(log.find(({ method }) => method === "PUT")).toMatchObject({
    path: "/api/user/change-withdraw-password",
    body: { currentWithdrawPassword: "handed over", newWithdrawPassword: "mine alone" },
  });
});
