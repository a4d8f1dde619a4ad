import { act, screen, waitFor, within } from "@testing-library/react";
import { resetRealtimeState } from "@/components/app/live/realtime-state";
import { aiKeys } from "@/lib/ai/client";
import type { RunDto } from "@/lib/ai/schema";
import {
  answers,
  aroundAiScreen,
  posts,
  press,
  run,
  setup,
  show,
  showWithClient,
} from "@/tests/support/screens/ai-screen";

aroundAiScreen();
afterEach(() => act(resetRealtimeState));

const listOf = (runs: RunDto[]) => ({ pages: [{ runs, nextCursor: null }], pageParams: [null] });

it("shows a run with its loss, and that its prices are simulated", () => {
  show({ runs: [run] });
  const card = within(screen.getByRole("region", { name: /Run of Regular/ }));
  expect(card.getByText("−1.50 USDT")).toBeInTheDocument();
  expect(card.getByText("(−1.50%)")).toBeInTheDocument();
  expect(card.getByText("Simulated")).toBeInTheDocument();
  expect(card.getByText("Running")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "How it works" })).not.toBeInTheDocument();
});

it("shows amounts that add up as they are shown", () => {
  const odd = { ...run, allocated: "402.044800", value: "402.021900", pnl: "-0.022900" };
  show({ runs: [odd] });
  const card = within(screen.getByRole("region", { name: /Run of Regular/ }));
  expect(card.getByText("402.04 USDT")).toBeVisible();
  expect(card.getByText("402.02 USDT")).toBeVisible();
  expect(card.getByText("−0.02 USDT")).toBeVisible();
});

it("stops a run after one look at what comes back", async () => {
  const user = show({ runs: [run] });
  await press(user, "Stop");
  const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
  expect(sheet.getByText("98.50 USDT")).toBeInTheDocument();
  expect(sheet.getByText("−1.50 USDT")).toBeInTheDocument();
  answers.stop = () => ({
    status: 200,
    body: { success: true, run: { ...run, status: "stopped" } },
  });
  await user.click(sheet.getByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(posts().map(({ path }) => path)).toEqual(["/api/trades/ai/runs/run-1/stop"]);
});

it("stops a run during maintenance too, as runs go on through it", async () => {
  answers.stop = () => ({ body: { run: { ...run, status: "stopping" } } });
  const user = show({ runs: [run], pause: "Paused for maintenance. Please try again later." });
  await press(user, "Stop");
  const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
  await user.click(sheet.getByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
});

it("stops a run with the same key when a lost answer is reviewed again", async () => {
  const user = show({ runs: [run] });
  const open = async () => {
    await press(user, "Stop");
    return within(await screen.findByRole("dialog", { name: "Stop this run" }));
  };
  const confirm = "Stop and return everything";
  const sheet = await open();
  answers.stop = () => null;
  await press(user, confirm);
  await sheet.findByText(/^Network error/);
  await press(user, "Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const again = await open();
  expect(again.getByText(/^Network error/)).toHaveTextContent(/It may have gone through/);
  answers.stop = () => ({ body: { run: { ...run, status: "stopping" } } });
  await press(user, confirm);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(posts()).toEqual([posts()[0], posts()[0]]);
});

it("says how old the price of its values is, and that a sum has simulated ones in it", async () => {
  answers.price = () => ({
    body: { price: "4000.00", bid: "3999.50", stale: true, at: "2026-11-20T10:00:00.000Z" },
  });
  const user = show({ runs: [run, { ...run, id: "run-2", simulated: false }] });
  const heading = screen.getByRole("heading", { name: "Your runs" });
  expect(await within(heading.parentElement!).findByText(/^Delayed · last/)).toBeVisible();
  const total = screen.getByRole("region", { name: "All running" });
  expect(within(total).getByText("Simulated")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Stop" })[0]!);
  const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
  expect(sheet.getByText(/^Delayed · last/)).toBeVisible();
  expect(sheet.getByText("Simulated")).toBeVisible();
});

it("says how old the values are where the price itself is newer", async () => {
  answers.price = () => ({
    body: { price: "4000.00", bid: "3999.50", stale: false, at: new Date().toISOString() },
  });
  const { client } = showWithClient({ runs: [run] });
  const valuedAgo = (ms: number) =>
    act(() => {
      client.setQueryData(aiKeys.runs(), listOf([run]), { updatedAt: Date.now() - ms });
    });
  valuedAgo(60_000);
  expect(await screen.findByText(/^Delayed · last/)).toBeVisible();
  valuedAgo(0);
  expect(await screen.findByText(/^Live · /)).toBeVisible();
});

it.each([
  ["stopped", "Ended runs"],
  ["stopping", "Your runs"],
] as const)("puts the focus on the title above it once a run is %s", async (status, title) => {
  const changed = { ...run, status, stoppedAt: run.startedAt };
  answers.stop = () => ({ body: { run: changed } });
  answers.runs = () => ({ body: { runs: [changed], nextCursor: null } });
  const user = show({ runs: [run] });
  await press(user, "Stop");
  await user.click(await screen.findByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("heading", { name: title })).toHaveFocus());
});

it.each([
  ["still has the focus", true],
  ["was left", false],
])("follows a run that ends later only where the title %s", async (_state, isFollowed) => {
  const stopping = { ...run, status: "stopping" as const };
  answers.stop = () => ({ body: { run: stopping } });
  answers.runs = () => ({ body: { runs: [stopping], nextCursor: null } });
  const { user, client } = showWithClient({ runs: [run] });
  await press(user, "Stop");
  await user.click(await screen.findByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Your runs" })).toHaveFocus());
  if (!isFollowed) await user.click(document.body);
  const stopped = { ...run, status: "stopped" as const, stoppedAt: run.startedAt };
  act(() => void client.setQueryData(aiKeys.runs(), listOf([stopped])));
  const ended = await screen.findByRole("heading", { name: "Ended runs" });
  expect(isFollowed ? ended : document.body).toHaveFocus();
});

describe("in practice", () => {
  beforeEach(() => {
    document.documentElement.dataset.account = "practice";
  });
  afterEach(() => {
    delete document.documentElement.dataset.account;
  });

  it("names its account, and shows no proposal of support", async () => {
    answers.stop = () => ({ body: { run: { ...run, status: "stopping" } } });
    const user = show({ runs: [run], setups: [setup] });
    expect(screen.queryByText("Note: Slow and steady")).not.toBeInTheDocument();
    await press(user, "Stop");
    const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
    await user.click(sheet.getByRole("button", { name: "Stop and return everything" }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]).toMatchObject({
      path: "/api/trades/ai/runs/run-1/stop",
      account: "practice",
    });
  });

  it("says of a run that it is not in the public log, in the place of its proof", async () => {
    const ended: RunDto = { ...run, status: "stopped", returned: "98.500000" };
    const user = show({ runs: [ended] });
    await user.click(screen.getByRole("button", { name: /Regular purchases/ }));
    const sheet = within(await screen.findByRole("dialog", { name: run.name }));
    expect(sheet.getByText(/Practice runs are not in the public log/)).toBeVisible();
    expect(sheet.queryByText("Proof")).not.toBeInTheDocument();
  });
});
