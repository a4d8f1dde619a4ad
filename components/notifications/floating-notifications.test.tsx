import { act, screen, waitFor } from "@testing-library/react";
import { renderUi } from "@/tests/support/screens/render";
import { FloatingNotifications } from "./floating-notifications";
import { enqueueNotification } from "./notification-queue";

const mockToast = jest.fn();
jest.mock("@/components/ui/overlays/toast", () => ({
  showToast: { info: (text: string) => mockToast(text) },
}));

let mockWorks = false;
const mockDialog = () => <p role="dialog">A notification</p>;
jest.mock("./notification-dialog", () => ({
  get NotificationDialog() {
    if (!mockWorks) throw new Error("Failed to load chunk");
    return mockDialog;
  },
}));

it("is a toast with its title while the dialog's code does not come, and a dialog after", async () => {
  renderUi(
    <>
      <input aria-label="Amount" defaultValue="120" />
      <FloatingNotifications />
    </>,
  );
  act(() => enqueueNotification({ id: "1", title: "Deposit confirmed", message: "100 USDT" }));
  await waitFor(() => expect(mockToast.mock.calls).toEqual([["Deposit confirmed"]]));
  expect(screen.getByLabelText("Amount")).toHaveValue("120");
  mockWorks = true;
  act(() => enqueueNotification({ id: "2", title: "Withdrawal sent", message: "50 USDT" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(mockToast).toHaveBeenCalledTimes(1);
});
