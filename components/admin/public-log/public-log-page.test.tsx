import { screen, waitFor, within } from "@testing-library/react";
import type { PublicLogDto } from "@/lib/public-log/schema";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { PublicLogPage } from "./public-log-page";

const AT = "2026-03-01T12:00:00.000Z";
const tree = { root: "00".repeat(32), total: "300.000000", leaves: 4, file: "/api/tree.csv" };
const sound: PublicLogDto = {
  alerts: [],
  log: {
    origin: "site.example/log",
    key: "site.example/log+00000000+AQ==",
    size: 12_345,
    root: "ab".repeat(32),
    at: AT,
  },
  nameByAddress: "site.example/log",
  waiting: { count: 0, seconds: 0 },
  witnesses: [],
  liabilities: {
    id: "1",
    date: "2026-03-01",
    at: AT,
    height: "12000",
    accounts: 7,
    isDemo: true,
    trees: { USDT: tree, XAUT: { ...tree, total: "2.000000" } },
  },
  board: { day: "2026-02-28", at: AT },
};

const show = (state: Partial<PublicLogDto>, permissions = ["*"]) => {
  const sent = api({
    "GET /api/admin/public-log": ok({ ...sound, ...state }),
    "POST /api/admin/liabilities": ok({ message: "It is being published" }),
  });
  const { user } = renderReview(
    <StaffRightsProvider permissions={permissions}>
      <PublicLogPage />
    </StaffRightsProvider>,
  );
  return { user, sent };
};

it("shows the newest checkpoint, what waits and what was published last", async () => {
  show({ waiting: { count: 3, seconds: 2 } });
  const checkpoint = await screen.findByRole("region", { name: "Newest checkpoint" });
  expect(checkpoint).toHaveTextContent("12,345");
  expect(checkpoint).toHaveTextContent("3 entries, the first for 2 s");
  expect(checkpoint).toHaveTextContent("ab".repeat(32));
  expect(within(checkpoint).getByRole("button", { name: "Copy the key" })).toBeVisible();
  expect(screen.getByText("The log goes on.")).toBeVisible();
  expect(screen.getByRole("region", { name: "What customers are owed" })).toHaveTextContent(
    "Total USDT300.00",
  );
  expect(screen.getByText(/LOG_WITNESSES names nobody/)).toBeVisible();
});

it("says what stops the log, which name it keeps, and what each witness answered", async () => {
  const detail = "The public log is signed by another: set it.";
  show({
    alerts: [{ code: "logKeyUnknown", tone: "error", subject: "", at: AT, detail, amount: null }],
    nameByAddress: "new.example/log",
    witnesses: [
      { url: "https://a.example", size: 12_345, signedAt: AT, askedAt: AT, problem: null },
      { url: "https://b.example", size: 12_000, signedAt: AT, askedAt: AT, problem: "409: no" },
      { url: "https://c.example", size: null, signedAt: null, askedAt: null, problem: null },
    ],
  });
  expect(await screen.findByText(new RegExp(detail))).toBeVisible();
  expect(screen.queryByText("The log goes on.")).toBeNull();
  expect(screen.getByText(/would name the log new\.example\/log now/)).toBeVisible();
  const [, a, b, c] = screen.getAllByRole("row");
  expect(a).toHaveTextContent("Signs");
  expect(b).toHaveTextContent("345 entries behind");
  expect(b).toHaveTextContent("Does not sign409: no");
  expect(c).toHaveTextContent("Not asked yet");
});

it("says what is not there yet", async () => {
  show({ log: null, liabilities: null, board: null });
  expect(await screen.findByText("The log has not begun.")).toBeVisible();
  expect(screen.getAllByText(/Nothing is published yet/)).toHaveLength(2);
});

it("publishes what customers are owed once it is confirmed, and only by who may", async () => {
  const { user, sent } = show({});
  await user.click(await screen.findByRole("button", { name: "Publish now" }));
  const question = await screen.findByRole("alertdialog", {
    name: "Publish what customers are owed now?",
  });
  expect(sent).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("offers nothing to whoever may only look", async () => {
  show({}, ["read"]);
  expect(await screen.findByText("The log goes on.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Publish now" })).toBeNull();
});
