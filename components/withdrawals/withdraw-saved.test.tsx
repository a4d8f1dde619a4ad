import { screen, waitFor, within } from "@testing-library/react";
import { ADDRESS, saved, sheet, show } from "@/tests/support/screens/withdraw-form";

it("shows which of two networks a saved address was chosen for", async () => {
  const older = saved({ id: "44444444-4444-4444-8444-444444444444", network: "ERC20" });
  const user = show({}, [saved(), older]);
  await user.selectOptions(await screen.findByLabelText("Saved address"), older.id);
  expect(screen.getByLabelText("Saved address")).toHaveValue(older.id);
  expect(screen.getByRole("radio", { name: /Ethereum/ })).toBeChecked();
});

it("fills network and address from a saved address of the coin", async () => {
  const other = saved({ id: "22222222-2222-4222-8222-222222222222", currency: "USDC" });
  const user = show({}, [saved(), other]);
  const choice = screen.getByLabelText("Saved address");
  expect(within(choice).getAllByRole("option")).toHaveLength(2);
  await user.selectOptions(choice, "Cold wallet · TRC20 · …gjLj6t");
  expect(screen.getByRole("radio", { name: /TRON/ })).toBeChecked();
  expect(screen.getByLabelText("USDT address")).toHaveValue(ADDRESS);
  await user.selectOptions(choice, "Another address");
  expect(screen.getByLabelText("USDT address")).toHaveValue("");
});

it("takes saved addresses only where the person asked for that", async () => {
  const young = saved({
    id: "33333333-3333-4333-8333-333333333333",
    label: "New one",
    usable: false,
    usableFrom: "2026-11-22T10:00:00.000Z",
  });
  const user = show({ addressBookOnly: true }, [saved(), young]);
  expect(screen.queryByLabelText("USDT address")).not.toBeInTheDocument();
  const choice = screen.getByLabelText("Saved address");
  expect(
    within(choice).getByRole("option", {
      name: "New one · TRC20 · usable from 22 Nov 2026, 10:00 UTC",
    }),
  ).toBeDisabled();
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(choice).toHaveAccessibleDescription(/Please choose a saved address/);
  await user.selectOptions(choice, saved().id);
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(within(await sheet()).getByText(`USDT · TRC20`)).toBeInTheDocument();
});

it("says where to save an address when none can be used", () => {
  show({ addressBookOnly: true });
  expect(screen.getByRole("link", { name: "Add an address" })).toHaveAttribute(
    "href",
    "/security-management",
  );
});

it("leads from Review to where an address can be saved, and says why", async () => {
  const user = show({ addressBookOnly: true });
  await user.type(screen.getByLabelText("Amount"), "120");
  await user.click(screen.getByRole("button", { name: "Review" }));
  const link = screen.getByRole("link", { name: "Add an address" });
  await waitFor(() => expect(link).toHaveFocus());
  expect(link).toHaveAccessibleDescription(/none is saved for USDT/);
});

it("keeps the only network of a coin when another address than a saved one is chosen", async () => {
  const user = show({}, [saved()], [{ network: "TRC20", name: "TRON (TRC20)" }]);
  const choice = screen.getByLabelText("Saved address");
  await user.selectOptions(choice, saved().id);
  await user.selectOptions(choice, "Another address");
  expect(screen.getByRole("radio", { name: /TRON/ })).toBeChecked();
});
