import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "@/tests/support/render";
import { ResetPasswordForm } from "./reset-password-form";

const replace = jest.fn();
const router = { replace, push: jest.fn(), prefetch: jest.fn() };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

afterEach(() => jest.useRealTimers());

it("forgets whoever was signed in here and goes to sign in by a full load", async () => {
  jest.useFakeTimers();
  localStorage.setItem("user", JSON.stringify({ id: "u1" }));
  localStorage.setItem("token", "t1");
  AbortSignal.timeout = () => new AbortController().signal;
  globalThis.fetch = (async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: async () => ({ success: true }),
  })) as unknown as typeof fetch;
  renderUi(<ResetPasswordForm token="mailed" />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByLabelText("New password"), "Secret-12");
  await user.type(screen.getByLabelText("Confirm password"), "Secret-12");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
  act(() => jest.advanceTimersByTime(1000));
  // What the account before had seen must not come back with the Back button.
  expect(mockLeaveFor.mock.calls).toEqual([["/login"]]);
  expect(replace).not.toHaveBeenCalled();
});
