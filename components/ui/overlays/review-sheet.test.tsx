import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { renderUi } from "@/tests/support/screens/render";
import { ReviewSheet, type ReviewSheetProps } from "./review-sheet";

function Flow(props: Partial<ReviewSheetProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Review
      </button>
      <ReviewSheet
        open={open}
        onBack={() => setOpen(false)}
        title="Review withdrawal"
        rows={[{ label: "Network fee", value: "1.00 USDT" }]}
        confirmLabel="Withdraw 120.00 USDT"
        onConfirm={() => {}}
        {...props}
      >
        <Field label="Withdrawal password">
          <TextInput />
        </Field>
      </ReviewSheet>
    </>
  );
}

async function openSheet(props: Partial<ReviewSheetProps> = {}) {
  const user = userEvent.setup();
  const view = renderUi(<Flow {...props} />);
  await user.click(screen.getByRole("button", { name: "Review" }));
  return { user, view, sheet: await screen.findByRole("dialog", { name: "Review withdrawal" }) };
}

it("starts with the focus on the title, so that a second Enter sends nothing", async () => {
  const onConfirm = jest.fn();
  const { user } = await openSheet({ onConfirm });
  await waitFor(() =>
    expect(screen.getByRole("heading", { name: "Review withdrawal" })).toHaveFocus(),
  );
  await user.keyboard("{Enter}");
  expect(onConfirm).not.toHaveBeenCalled();
});

it("sends with the verb, or with Enter in a field", async () => {
  const onConfirm = jest.fn();
  const { user } = await openSheet({ onConfirm });
  await user.click(screen.getByRole("button", { name: "Withdraw 120.00 USDT" }));
  await user.type(screen.getByLabelText("Withdrawal password"), "secret{Enter}");
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it("closes with Back and with Escape, and gives the focus back", async () => {
  const { user } = await openSheet();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Review" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Review" })).toHaveFocus();
});

it("while sending ignores the verb, Back and Escape", async () => {
  const onConfirm = jest.fn();
  const { user, sheet } = await openSheet({ onConfirm, pending: true });
  const verb = screen.getByRole("button", { name: "Sending…" });
  await user.click(verb);
  await user.type(screen.getByLabelText("Withdrawal password"), "x{Enter}");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await user.keyboard("{Escape}");
  expect(onConfirm).not.toHaveBeenCalled();
  expect(sheet).toBeVisible();
});

it("announces what went wrong and keeps the form", async () => {
  const { view } = await openSheet({ error: "Incorrect withdrawal password" });
  expect(screen.getByText("Incorrect withdrawal password").closest('[role="alert"]')).toBeVisible();
  view.unmount();
});
