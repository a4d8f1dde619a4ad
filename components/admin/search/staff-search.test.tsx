import { jest } from "@jest/globals";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { SearchResult } from "@/lib/search/schema";
import type { StaffRights } from "@/lib/sessions/permission-rules";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { useStaffSearch } from "./use-staff-search";

const deposit: SearchResult = {
  kind: "deposit",
  id: "deposit-12",
  number: "12",
  user: { id: "user-1", username: "maria" },
  amount: "0.12000000",
  currency: "BTC",
  network: "BTC",
  status: "pending",
  createdAt: "2026-11-20T14:20:00.000Z",
};

function Panel(rights: StaffRights) {
  const { buttons, dialog } = useStaffSearch(rights);
  return (
    <>
      {buttons.long}
      {dialog}
    </>
  );
}

const EVERYTHING: StaffRights = { isAdmin: true, permissions: ["finance"] };

function show(rights = EVERYTHING) {
  const push = jest.fn();
  const asked = answerFetches(({ path }) => ({
    body: { results: path.includes("q=12") ? [deposit] : [] },
  }));
  renderUi(
    <AppRouterContext value={{ push } as unknown as AppRouterInstance}>
      <QueryClientProvider client={new QueryClient()}>
        <Panel {...rights} />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  return { user: userEvent.setup(), push, asked };
}

it("opens with Control and K, and leads to what was found without a mouse", async () => {
  const { user, push } = show();
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: "What are you looking for?" });
  await waitFor(() => expect(box).toHaveFocus());
  await user.keyboard("12");
  const option = await screen.findByRole("option", { name: /Deposit 12.*maria.*0\.12.*BTC/ });
  expect(box).toHaveAttribute("aria-expanded", "true");
  expect(box).toHaveAttribute("aria-activedescendant", option.id);
  await user.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith("/admin/deposits?review=deposit-12");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("finds pages and actions, and only those that a member may open", async () => {
  const { user, push } = show();
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.type(await screen.findByRole("combobox"), "house");
  const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names()).toEqual(["HousePage", "Movements of the houseAction"]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(push).toHaveBeenCalledWith("/admin/house?tab=movements");
});

it("says when nothing was found, and closes with Escape", async () => {
  const { user } = show({ isAdmin: true, permissions: ["support"] });
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.type(await screen.findByRole("combobox"), "house");
  expect(await screen.findByText("Nothing found")).toBeVisible();
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});
