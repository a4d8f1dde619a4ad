import { jest } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { z } from "zod";
import { ApiError } from "@/lib/platform/client/api";
import { renderUi } from "@/tests/support/screens/render";
import { type DialogField, FormDialog } from "./form-dialog";

const schema = z.strictObject({
  password: z.string().min(1, "Please enter it"),
  totp: z.string().optional(),
});
const FIELDS: DialogField[] = [
  {
    name: "password",
    label: "Login password",
    kind: "password",
    autoComplete: "current-password",
  },
  {
    name: "totp",
    label: "Code",
    kind: "code",
    autoComplete: "one-time-code",
    codes: ["TOTP_REQUIRED"],
  },
  { name: "again", label: "Again", kind: "text", isLocal: true },
];

const onSubmit = jest.fn<(values: Record<string, string>) => Promise<unknown>>();

function Screen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        title="Prove it"
        text="Why"
        fields={FIELDS}
        loadSchema={async () => schema}
        submitLabel="Send"
        onSubmit={onSubmit}
      />
    </>
  );
}

async function opened() {
  onSubmit.mockReset();
  const user = userEvent.setup();
  renderUi(<Screen />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Prove it" });
  return user;
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Send" }));
const password = () => screen.getByLabelText("Login password");

it("says what is missing, focuses it and sends nothing", async () => {
  const user = await opened();
  await press(user);
  await waitFor(() => expect(password()).toHaveAccessibleDescription("Please enter it"));
  await waitFor(() => expect(password()).toHaveFocus());
  await user.type(password(), "s");
  await waitFor(() => expect(password()).not.toHaveAccessibleDescription());
  expect(onSubmit).not.toHaveBeenCalled();
});

it("shows a refusal at its field, by name or by code, and keeps what was typed", async () => {
  const user = await opened();
  await user.type(password(), "wrong");
  onSubmit.mockRejectedValueOnce(
    new ApiError(422, "VALIDATION", "Incorrect password", { password: ["Incorrect password"] }),
  );
  await press(user);
  await waitFor(() => expect(password()).toHaveAccessibleDescription("Incorrect password"));
  expect(password()).toHaveValue("wrong");
  onSubmit.mockRejectedValueOnce(new ApiError(401, "TOTP_REQUIRED", "Enter the code"));
  await press(user);
  await waitFor(() =>
    expect(screen.getByLabelText("Code")).toHaveAccessibleDescription("Enter the code"),
  );
  onSubmit.mockRejectedValueOnce(new ApiError(429, "RATE_LIMITED", "Rate limit exceeded"));
  await press(user);
  expect(await screen.findByText("Rate limit exceeded")).toBeInTheDocument();
});

it("sends once however often it is pressed, closes after success and forgets the secrets", async () => {
  const user = await opened();
  await user.type(password(), "secret");
  let finish: (value?: unknown) => void = () => undefined;
  onSubmit.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  await user.dblClick(screen.getByRole("button", { name: "Send" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ password: "secret", totp: "" }]]));
  finish();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(password()).toHaveValue("");
  // Nothing is said of what is typed before it is sent, as in the first place.
  await user.type(password(), "s{Backspace}");
  expect(password()).not.toHaveAccessibleDescription();
});
