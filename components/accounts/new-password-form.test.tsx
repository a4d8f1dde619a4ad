import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answer, answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { NewPasswordForm } from "./new-password-form";

jest.mock("next/navigation", () => ({ useRouter: () => ({ replace: jest.fn() }) }));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

beforeEach(() => {
  mockLeaveFor.mockClear();
  AbortSignal.timeout = () => new AbortController().signal;
  localStorage.setItem("user", JSON.stringify({ id: "u1" }));
  localStorage.setItem("token", "t1");
});

async function choose(repeat: string, answer: Answer) {
  const sent = answerFetches(() => answer);
  renderUi(<NewPasswordForm door="user" goOnTo="/withdraw" />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("One-time password"), "handed over");
  await user.type(screen.getByLabelText("New login password"), "only mine");
  await user.type(screen.getByLabelText("Repeat new password"), repeat);
  await user.click(screen.getByRole("button", { name: "Save and go on" }));
  return sent;
}

it("takes the place of the one-time password and goes on to the page that was wanted", async () => {
  const sent = await choose("only mine", { body: { success: true } });
  await waitFor(() => expect(mockLeaveFor.mock.calls).toEqual([["/withdraw"]]));
  expect(sent).toMatchObject([
    {
      method: "PUT",
      path: "/api/user/change-password",
      body: { currentPassword: "handed over", newPassword: "only mine" },
    },
  ]);
});

it("sends nothing while the two differ", async () => {
  const sent = await choose("something else", { body: { success: true } });
  expect(await screen.findByText("Passwords do not match!")).toBeVisible();
  expect(sent).toEqual([]);
});

it("says at its field why one is refused, and stays", async () => {
  const message = "Choose another password than the one you have";
  const errors = { newPassword: [message] };
  await choose("only mine", { status: 422, body: { success: false, message, errors } });
  await waitFor(() =>
    expect(screen.getByLabelText("New login password")).toHaveAccessibleDescription(
      expect.stringContaining(message),
    ),
  );
  expect(mockLeaveFor).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Log out" })).toBeEnabled();
});
