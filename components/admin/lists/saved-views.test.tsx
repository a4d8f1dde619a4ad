import { screen, waitFor, within } from "@testing-library/react";
import type { ViewDto } from "@/lib/views/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { SavedViews } from "./saved-views";
import type { ListUrl } from "./use-list-url";

const urlOf = (filters: Record<string, string>) => {
  const change = jest.fn();
  return { change, url: { filters, change } as unknown as ListUrl };
};
const view: ViewDto = {
  id: "view-1",
  list: "trades",
  name: "Won options",
  filters: { type: "option", status: "won" },
};

it("puts the filters of the chosen view in the place of all others", async () => {
  answerFetches(() => ({ body: { views: [view] } }));
  const { url, change } = urlOf({ user: "ann", status: "lost" });
  const { user } = renderReview(<SavedViews url={url} list="trades" />);
  const choice = await screen.findByLabelText("Your views");
  expect(choice).toHaveDisplayValue("No view");
  await user.selectOptions(choice, "Won options");
  expect(change).toHaveBeenCalledWith({
    user: null,
    type: "option",
    status: "won",
    direction: null,
    from: null,
    to: null,
  });
});

it("shows which view the filters are, and keeps, renames and deletes", async () => {
  const sent = answerFetches(({ method }) =>
    method === "GET" ? { body: { views: [view] } } : { body: { view } },
  );
  const { url } = urlOf(view.filters);
  const { user } = renderReview(<SavedViews url={url} list="trades" />);
  expect(await screen.findByLabelText("Your views")).toHaveDisplayValue("Won options");
  await user.click(screen.getByRole("button", { name: "Views" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Please enter a name")).toBeVisible();
  await user.type(dialog.getByLabelText("Name of these filters"), "Mine");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(dialog.getByLabelText("Name of these filters")).toHaveValue(""));
  await user.click(dialog.getByRole("button", { name: "Rename Won options" }));
  expect(dialog.getByLabelText("Name")).toHaveFocus();
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Winners{Enter}");
  const remove = await dialog.findByRole("button", { name: "Delete Won options" });
  expect(dialog.getByRole("button", { name: "Won options" })).toHaveFocus();
  await user.click(remove);
  await waitFor(() =>
    expect(sent.filter(({ method }) => method !== "GET")).toMatchObject([
      {
        method: "POST",
        path: "/api/admin/views",
        body: { list: "trades", name: "Mine", filters: view.filters },
        key: expect.any(String),
      },
      { method: "PUT", path: "/api/admin/views/view-1", body: { name: "Winners" } },
      { method: "DELETE", path: "/api/admin/views/view-1" },
    ]),
  );
});
