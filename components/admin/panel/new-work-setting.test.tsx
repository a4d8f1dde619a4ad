import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { NewWorkDto } from "@/lib/new-work/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { NewWorkSetting } from "./new-work-setting";
import { StaffRightsProvider } from "./staff-rights";

const stored: NewWorkDto = {
  mode: "off",
  kinds: ["deposits", "withdrawals", "approvals", "chat"],
  channels: ["mail"],
  hour: 8,
  zone: "UTC",
};

const shown = (newWork: NewWorkDto, permissions = ["*"]) => {
  const sent = answerFetches(({ method, body }) => ({
    body: { newWork: method === "PUT" ? body : newWork },
  }));
  renderReview(
    <StaffRightsProvider permissions={permissions}>
      <NewWorkSetting userId="staff-1" />
    </StaffRightsProvider>,
  );
  return sent;
};

it("is chosen with a time in the zone of the device, which is named", async () => {
  const sent = shown(stored);
  await userEvent.selectOptions(await screen.findByLabelText("When"), "Once a day");
  await userEvent.selectOptions(screen.getByLabelText("Time of the message"), "07:00");
  expect(screen.getByText("In Pacific/Chatham, the time zone of this device.")).toBeVisible();
  await userEvent.click(screen.getByLabelText("Withdrawals to decide on or send"));
  await userEvent.click(screen.getByLabelText("By push message to your devices"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
      mode: "daily",
      kinds: ["deposits", "approvals", "chat"],
      channels: ["mail", "push"],
      hour: 7,
      zone: "Pacific/Chatham",
    }),
  );
});

it("offers only what one's rights show, and says so where nothing is chosen", async () => {
  const sent = shown({ ...stored, mode: "at-once" }, ["support"]);
  await userEvent.click(await screen.findByLabelText("Conversations that need a reply"));
  const kinds = within(screen.getByRole("group", { name: "About what" }));
  expect(kinds.getAllByRole("checkbox")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose at least one kind of work")).toBeVisible();
  await userEvent.click(screen.getByLabelText("By email"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose email, push messages or both")).toBeVisible();
  expect(sent.every(({ method }) => method === "GET")).toBe(true);
});

it("says by this device what push messages need, where they are chosen", async () => {
  shown({ ...stored, mode: "hourly", channels: ["push"] });
  expect(await screen.findByText(/^This browser can't get push messages\./)).toBeVisible();
  await userEvent.click(screen.getByLabelText("By push message to your devices"));
  expect(screen.queryByText(/push messages\./)).not.toBeInTheDocument();
});

it("is nothing to choose for those whose rights show no queue", async () => {
  const sent = shown(stored, ["content"]);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText("Messages about new work")).not.toBeInTheDocument();
});
