import { act, screen, waitFor, within } from "@testing-library/react";
import { aiKeys } from "@/lib/ai/client";
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

it("accepts a proposal as it was shown", async () => {
  answers.accept = () => ({ body: { run, setup: { ...setup, runId: run.id } } });
  const user = show({ setups: [setup] });
  expect(screen.getByText("Note: Slow and steady")).toBeInTheDocument();
  await press(user, "Review and accept");
  const sheet = within(await screen.findByRole("dialog", { name: "Accept this proposal" }));
  await user.click(sheet.getByRole("button", { name: /Allocate 60/ }));
  await waitFor(() => expect(posts().some(({ path }) => path.endsWith("/accept"))).toBe(true));
  expect(posts().find(({ path }) => path.endsWith("/accept"))?.body).toEqual({
    updatedAt: setup.updatedAt,
  });
});

it.each([
  ["0", undefined],
  ["0.02", "2%"],
])("names a spread of %s before a proposal or a run is confirmed", async (spread, shown) => {
  const user = show({ setups: [setup], spread });
  const names = async (title: string) => {
    const review = await screen.findByRole("dialog", { name: title });
    expect(review).toHaveTextContent("with the spot fee and spread of that moment.");
    const row = within(review).queryByText("Spread now");
    expect(row?.nextElementSibling?.textContent).toBe(shown);
    await press(user, "Back");
    await waitFor(() => expect(review).not.toBeInTheDocument());
  };
  await press(user, "Review and accept");
  await names("Accept this proposal");
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  await names("Review allocation");
});

it("declines a proposal after asking", async () => {
  answers.decline = () => ({ body: { setup: { ...setup, status: "declined" } } });
  const user = show({ setups: [setup] });
  await press(user, "Decline");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Decline this proposal?" }));
  expect(posts()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.path).toMatch(/\/decline$/);
});

it("puts the focus on the runs once an accepted proposal is among them", async () => {
  const started = { ...run, setupId: setup.id };
  answers.accept = () => ({ body: { run: started, setup: { ...setup, runId: run.id } } });
  answers.setups = () => ({ body: { setups: [], nextCursor: null } });
  answers.runs = () => ({ body: { runs: [started], nextCursor: null } });
  const user = show({ setups: [setup] });
  await press(user, "Review and accept");
  await user.click(await screen.findByRole("button", { name: /^Allocate 60/ }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Your runs" })).toHaveFocus());
});

it("puts the focus on those that are left once one is declined", async () => {
  const other = { ...setup, id: "setup-2", name: "Grid" };
  answers.decline = () => ({ body: { setup: { ...setup, status: "declined" } } });
  answers.setups = () => ({ body: { setups: [other], nextCursor: null } });
  const user = show({ setups: [setup, other] });
  await user.click(screen.getAllByRole("button", { name: "Decline" })[0]!);
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Decline" })).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole("heading", { name: "Proposed by support" })).toHaveFocus(),
  );
});

it("leaves the focus alone when another comes after the only one was declined", async () => {
  answers.decline = () => ({ body: { setup: { ...setup, status: "declined" } } });
  answers.setups = () => ({ body: { setups: [], nextCursor: null } });
  const { user, client } = showWithClient({ setups: [setup] });
  await press(user, "Decline");
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.queryByText("Proposed by support")).toBeNull());
  const later = { ...setup, id: "setup-2" };
  act(() => void client.setQueryData(aiKeys.setups(), { setups: [later], nextCursor: null }));
  await screen.findByRole("heading", { name: "Proposed by support" });
  expect(document.body).toHaveFocus();
});
