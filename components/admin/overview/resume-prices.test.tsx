import { screen, waitFor } from "@testing-library/react";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { ResumePrices } from "./resume-prices";

it("resumes prices with a reason and without a price, after a question", async () => {
  const sent = api({ "POST /api/admin/market/resume": ok({}) });
  const { user } = renderReview(<ResumePrices />);
  await user.click(screen.getByRole("button", { name: "Resume trading" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Resume trading?" });
  expect(dialog).toHaveTextContent("it is kept in the audit log");
  await user.type(screen.getByLabelText("Reason"), "Seen at two brokers");
  const buttons = screen.getAllByRole("button", { name: "Resume trading" });
  await user.click(buttons.at(-1)!);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body).filter(Boolean)).toEqual([{ reason: "Seen at two brokers" }]);
});
