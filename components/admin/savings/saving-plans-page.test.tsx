import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { showToast } from "@/components/ui/overlays/toast";
import type { AdminSavingDto, AdminSavingList } from "@/lib/savings/staff-schema";
import { answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { STAFF_PLAN } from "@/tests/support/staff-plan";
import { SavingPlansPage } from "./saving-plans-page";

let address = "";
jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/saving-plans",
  useSearchParams: () => new URLSearchParams(address),
}));

const plan: AdminSavingDto = {
  ...STAFF_PLAN,
  funding: { state: "none", needed: "3.300000" },
};
const page: AdminSavingList = {
  savings: [plan],
  funding: [
    {
      currency: "USDT",
      reserved: "0.000000",
      free: "1.000000",
      owed: "0.000000",
      needed: "3.300000",
      missing: "2.300000",
      unlimitedPlans: 0,
    },
  ],
  nextCursor: "next",
};

let sent: Sent[];

beforeEach(() => {
  sent = answerFetches(() => ({ body: page }));
});

function show(search: string) {
  address = search;
  window.history.replaceState(null, "", `/admin/saving-plans?${search}`);
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <SavingPlansPage />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it("shows the plans in pages, each with the money behind all of them", async () => {
  show("after=second");
  const [row] = await screen.findAllByRole("row", { name: /Thirty days/ });
  expect(within(row!).getByText("Not funded")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Interest in USDT" })).toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toEqual(["/api/admin/savings?cursor=second"]);
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Next")).toBe("/admin/saving-plans?after=second.next");
  expect(hrefOf("Previous")).toBe("/admin/saving-plans");
});

it("starts the other list at its first page", async () => {
  const user = show("after=second");
  await screen.findAllByText("Thirty days");
  await user.click(screen.getByRole("tab", { name: "Savings" }));
  await waitFor(() => expect(window.location.search).toBe("?tab=savings"));
});

it("leads to what a switch waits for, and leaves the switch where it is", async () => {
  const waits = { approval: { id: "approval-1" }, message: "A colleague has to approve it" };
  sent = answerFetches(({ method }) =>
    method === "GET" ? { body: page } : { status: 202, body: waits },
  );
  const told = jest.spyOn(showToast, "error");
  const user = show("");
  await screen.findAllByText("Thirty days");
  const [toggle] = screen.getAllByRole("switch", { name: "Thirty days is open" });
  await user.click(toggle!);
  const link = await screen.findByRole("link", { name: "Open it in Approvals" });
  expect(link).toHaveAttribute("href", "/admin/approvals?approval=approval-1");
  expect(link.closest("[role=status]")).toHaveTextContent("A colleague has to approve it");
  expect(toggle).toBeChecked();
  expect(told).not.toHaveBeenCalled();
});

it("changes a plan right after switching it, before the list is read again", async () => {
  const switched: AdminSavingDto = {
    ...plan,
    isActive: false,
    updatedAt: "2026-11-21T02:00:00.000Z",
  };
  const isSwitched = () => sent.some(({ method }) => method === "PATCH");
  sent = answerFetches(({ method }) => {
    if (method !== "GET") return { body: { saving: switched } };
    return isSwitched() ? held().answer : { body: page };
  });

  const user = show("");
  await screen.findAllByText("Thirty days");
  await user.click(screen.getAllByRole("switch", { name: "Thirty days is open" })[0]!);
  await user.click(screen.getAllByRole("button", { name: "Edit Thirty days" })[0]!);
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "A month");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await user.click(await screen.findByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
      { name: "A month", updatedAt: switched.updatedAt },
    ]),
  );
});

it.each([
  ["can change", 0, false],
  ["keeps", 1, true],
])("%s type and currency of a plan with %i ended savings", async (_, closed, isKept) => {
  answerFetches(() => ({
    body: { ...page, savings: [{ ...plan, records: { live: 0, closed } }] },
  }));
  const user = show("");
  await screen.findAllByText("Thirty days");
  await user.click(screen.getAllByRole("button", { name: "Edit Thirty days" })[0]!);
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLInputElement>("radio", { name }).disabled;
  await screen.findByRole("radio", { name: "Fixed" });
  expect(["Fixed", "USDT"].map(isDisabled)).toEqual([false, false]);
  expect(["Flexible", "XAUT"].map(isDisabled)).toEqual([isKept, isKept]);
  expect(screen.queryAllByText(/its type and currency stay/)).toHaveLength(isKept ? 1 : 0);
});

it("deletes a plan, and says so once it is done", async () => {
  const toast = jest.spyOn(showToast, "success").mockImplementation(() => undefined);
  sent = answerFetches(({ method }) =>
    method === "DELETE"
      ? { body: { message: "Saving deleted" } }
      : { body: sent.length > 1 ? { ...page, savings: [] } : page },
  );
  const user = show("");
  await screen.findAllByText("Thirty days");
  await user.click(screen.getAllByRole("button", { name: "Delete Thirty days" })[0]!);
  const dialog = await screen.findByRole("alertdialog", { name: "Delete Thirty days?" });
  await user.type(within(dialog).getAllByRole("textbox")[0]!, "Thirty days");
  await user.type(within(dialog).getByLabelText("Reason"), "Made by mistake");
  await user.click(within(dialog).getByRole("button", { name: "Delete plan" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(toast).toHaveBeenCalledWith("Thirty days was deleted");
  expect(screen.queryByText("Thirty days")).not.toBeInTheDocument();
});

it("takes back what the server said of a field once it is typed into", async () => {
  answerFetches(({ method }) =>
    method === "GET"
      ? { body: page }
      : {
          status: 422,
          body: { code: "VALIDATION", message: "Wrong", errors: { name: ["Taken"] } },
        },
  );
  const user = show("");
  await screen.findAllByText("Thirty days");
  await user.click(screen.getAllByRole("button", { name: "Edit Thirty days" })[0]!);
  await user.type(await screen.findByRole("textbox", { name: "Name" }), " more");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await user.click(await screen.findByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Taken")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "!");
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Thirty days more!");
  expect(screen.queryByText("Taken")).not.toBeInTheDocument();
});
