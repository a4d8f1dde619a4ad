import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { depositKeys } from "@/lib/deposits/client";
import { imageFile } from "@/tests/support/images";
import { renderUi } from "@/tests/support/screens/render";
import { ProofForm } from "./proof-form";

const wallet = {
  id: "01890000-0000-7000-8000-000000000001",
  currency: "USDT",
  network: "TRC20",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  minDeposit: "10.000000",
  decimals: 6,
};

const deposit = {
  id: "d1",
  number: "10007",
  currency: "USDT",
  network: "TRC20",
  address: wallet.address,
  amount: "100.000000",
  rate: null,
  rateSimulated: false,
  credited: null,
  creditedUsdt: null,
  status: "pending",
  transactionHash: null,
  proofUrl: "/api/files/f1",
  adminNotes: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  processedAt: null,
};

/** The browser's edge of an upload: says how far it is and waits to be told how it ends. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  upload: { onprogress?: (event: ProgressEvent) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  headers: Record<string, string> = {};
  status = 0;
  responseText = "";
  answered = new Headers();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.answered.get(name);
  }
  send() {
    FakeRequest.sent.push(this);
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  progress(part: number) {
    const event = { lengthComputable: true, loaded: part * 100, total: 100 };
    this.upload.onprogress?.(event as ProgressEvent);
  }
  fail() {
    this.onerror?.();
    this.onloadend?.();
  }
  answer(status: number, body: object, headers: Record<string, string> = {}) {
    this.status = status;
    this.answered = new Headers(headers);
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

/** What the code reads of an answer; the test browser has none. */
class FakeResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  constructor(
    private readonly text: string,
    { status = 200, headers = {} } = {},
  ) {
    this.headers = new Headers(headers);
    this.status = status;
    this.ok = status < 400;
  }
  async json(): Promise<unknown> {
    return JSON.parse(this.text);
  }
}

const realRequest = globalThis.XMLHttpRequest;
beforeEach(() => {
  FakeRequest.sent = [];
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  URL.createObjectURL = () => "blob:proof";
  URL.revokeObjectURL = () => undefined;
  const body = { success: true, deposits: [deposit], rates: [] };
  globalThis.fetch = (async () =>
    new FakeResponse(JSON.stringify(body))) as unknown as typeof fetch;
  globalThis.Response = FakeResponse as unknown as typeof Response;
});
afterEach(() => {
  globalThis.XMLHttpRequest = realRequest;
});

/** Staff switch the wallet off while its form is open. */
let close: () => void;

function show(changes: Partial<typeof wallet> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(depositKeys.recent(), []);
  const page = (closed: string | null) => (
    <QueryClientProvider client={client}>
      <ProofForm wallet={{ ...wallet, ...changes }} closed={closed} />
    </QueryClientProvider>
  );
  const { rerender } = renderUi(page(null));
  close = () => rerender(page("Switched off"));
  return userEvent.setup();
}

const picture = () => imageFile("png", "proof.png", "image/png");

async function reviewed(changes?: Partial<typeof wallet>) {
  const user = show(changes);
  await user.type(screen.getByLabelText("Amount sent"), "100");
  await user.upload(screen.getByLabelText("Choose image", { selector: "input" }), picture());
  await screen.findByText("proof.png");
  await user.click(screen.getByRole("button", { name: "Review" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Review deposit" }));
  return { user, dialog };
}

async function submitted() {
  const { user, dialog } = await reviewed();
  await user.click(dialog.getByRole("button", { name: /^Submit 100\.00/ }));
  const request = FakeRequest.sent[0];
  if (!request) throw new Error("Nothing was sent");
  return { user, request };
}

it("asks for the amount and the screenshot before anything else", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(screen.getByText("Please enter the amount you sent")).toBeInTheDocument();
  expect(screen.getByText("Please upload a transaction screenshot")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Amount sent"), "9");
  expect(screen.getByText("The minimum deposit is 10.00 USDT")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("names a minimum with all its decimals", async () => {
  const user = show({ minDeposit: "10.005000" });
  await user.type(screen.getByLabelText("Amount sent"), "10");
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(screen.getByText("The minimum deposit is 10.005 USDT")).toBeInTheDocument();
});

it("brings amount and hash back after a reload, for the address that they were typed for", async () => {
  localStorage.setItem("user", JSON.stringify({ id: "anna" }));
  localStorage.setItem("token", "t1");
  const user = show();
  await user.type(screen.getByLabelText("Amount sent"), "100");
  await user.type(screen.getByLabelText(/hash/i), "abc");
  cleanup();
  show({ id: "another" });
  expect(screen.getByLabelText("Amount sent")).toHaveValue("");
  cleanup();
  show();
  expect(screen.getByLabelText("Amount sent")).toHaveValue("100");
  expect(screen.getByLabelText(/hash/i)).toHaveValue("abc");
  localStorage.clear();
  sessionStorage.clear();
});

it("shows the progress, can be cancelled, and keeps what was entered", async () => {
  const { user, request } = await submitted();
  act(() => request.progress(0.4));
  expect(await screen.findByText("Uploading, 40%")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("proof.png")).toBeInTheDocument();
  expect(screen.queryByText(/Uploading/)).not.toBeInTheDocument();
  expect(screen.getByLabelText("Amount sent")).toHaveValue("100");
});

it("keeps the file on failure and retries as the same report", async () => {
  const { user, request } = await submitted();
  act(() => request.fail());
  expect(
    await screen.findByText("Network error. Please check your connection."),
  ).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  const again = FakeRequest.sent[1];
  expect(again?.headers["idempotency-key"]).toBe(request.headers["idempotency-key"]);
  act(() => again?.answer(201, { success: true, deposit }));
  expect(await screen.findByText("Deposit submitted")).toBeInTheDocument();
  // Nothing of the form is left: every step is done and nobody is asked what they sent.
  const steps = within(screen.getByRole("list", { name: "Deposit steps" })).getAllByRole(
    "listitem",
  );
  expect(steps.map(({ textContent }) => textContent)).toEqual(
    ["Coin", "Network", "Send", "Proof"].map((step) => expect.stringMatching(`^${step}.*done$`)),
  );
  expect(screen.queryByText(/^Tell us what you sent/)).not.toBeInTheDocument();
  expect(screen.getByText("10007")).toBeInTheDocument();
  for (const step of ["Submitted", "Checking", "Credited", "1:1 in USDT"]) {
    expect(screen.getByText(step)).toBeInTheDocument();
  }
});

it.each([
  [413, false],
  [415, false],
  [422, false],
  [429, false],
  [500, true],
])("after a %i offers to send the same again: %s", async (status, isOffered) => {
  const { request } = await submitted();
  act(() => request.answer(status, { success: false, message: "It was not taken" }));
  await screen.findByText("It was not taken");
  expect(screen.queryAllByRole("button", { name: "Retry" })).toHaveLength(isOffered ? 1 : 0);
});

it("says how long somebody has to wait who sent too many", async () => {
  const { request } = await submitted();
  const body = { success: false, code: "RATE_LIMITED", message: "Rate limit exceeded" };
  act(() => request.answer(429, body, { "retry-after": "37" }));
  expect(await screen.findByText("Rate limit exceeded. Try again in 37 s.")).toBeVisible();
});

it("is the same report when it is reviewed again instead, and another when it differs", async () => {
  const { user, request } = await submitted();
  act(() => request.fail());
  await screen.findByText("Network error. Please check your connection.");
  const again = async () => {
    await user.click(screen.getByRole("button", { name: "Review" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Review deposit" }));
    await user.click(dialog.getByRole("button", { name: /^Submit/ }));
    const sent = FakeRequest.sent.at(-1);
    act(() => sent?.fail());
    await screen.findByText("Network error. Please check your connection.");
    return sent?.headers["idempotency-key"];
  };
  expect(await again()).toBe(request.headers["idempotency-key"]);
  expect(FakeRequest.sent).toHaveLength(2);
  await user.type(screen.getByLabelText("Amount sent"), "1");
  expect(await again()).not.toBe(request.headers["idempotency-key"]);
});

it("puts a refused hash beside its field", async () => {
  const { request } = await submitted();
  const message = "This transaction has already been credited";
  const body = {
    success: false,
    code: "VALIDATION",
    message,
    errors: { transactionHash: [message] },
  };
  act(() => request.answer(422, body));
  await screen.findAllByText(message);
  expect(screen.getByLabelText(/Transaction hash/)).toHaveAttribute("aria-invalid", "true");
});

it("asks for a hash that is one before the review, and takes the link to it", async () => {
  const user = show();
  const field = screen.getByLabelText(/Transaction hash/);
  await user.type(field, "bank-slip-7");
  await user.type(screen.getByLabelText("Amount sent"), "100");
  await user.upload(screen.getByLabelText("Choose image", { selector: "input" }), picture());
  await screen.findByText("proof.png");
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(field).toBeInvalid();
  expect(screen.getByText(/A transaction hash has 64 digits/)).toBeVisible();
  await user.clear(field);
  await user.type(field, `https://tronscan.org/#/transaction/${"a1b2".repeat(16)}`);
  await user.click(screen.getByRole("button", { name: "Review" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Review deposit" }));
  await user.click(dialog.getByRole("button", { name: /^Submit 100\.00/ }));
  expect(FakeRequest.sent).toHaveLength(1);
});

it.each([
  ["USDT", "Credited", "1:1 in USDT", false],
  ["BTC", "Converted", "to USDT at the market rate when it is credited", true],
])("says what becomes of %s", async (currency, label, value, hasRate) => {
  const { dialog } = await reviewed({ currency });
  expect(dialog.getByText(label, { selector: "dt" }).nextElementSibling).toHaveTextContent(value);
  expect(dialog.queryAllByText(/rate can change/)).toHaveLength(hasRate ? 1 : 0);
});

it.each([
  ["says so at", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", 1],
  ["says nothing of the kind at", wallet.address, 0],
])("%s the address %s", async (_case, address, times) => {
  const { dialog } = await reviewed({ address });
  expect(dialog.queryAllByText("Demo: never send funds here")).toHaveLength(times);
});

it("sends nothing more once it is closed, says why, and keeps what was entered", async () => {
  const { user, dialog } = await reviewed();
  close();
  await user.click(dialog.getByRole("button", { name: /^Submit 100\.00/ }));
  expect(FakeRequest.sent).toHaveLength(0);
  expect(dialog.getByText("Switched off")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Back" }));
  expect(screen.getByText("Switched off")).toBeVisible();
  expect(screen.getByLabelText("Amount sent")).toHaveValue("100");
});

it("keeps an upload under way and its result when it is closed meanwhile", async () => {
  const { request } = await submitted();
  act(() => request.progress(0.4));
  close();
  expect(screen.getByText("Uploading, 40%")).toBeInTheDocument();
  act(() => request.answer(201, { success: true, deposit }));
  expect(await screen.findByText("Deposit submitted")).toBeInTheDocument();
});
