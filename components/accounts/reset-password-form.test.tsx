import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answer, answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { ResetPasswordForm } from "./reset-password-form";

const replace = jest.fn();
const router = { replace, push: jest.fn(), prefetch: jest.fn() };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

afterEach(() => jest.useRealTimers());

async function submit(answer: Answer): Promise<void> {
  jest.useFakeTimers();
  AbortSignal.timeout = () => new AbortController().signal;
  answerFetches(() => answer);
  renderUi(<ResetPasswordForm token="mailed" />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByLabelText("New password"), "Secret-12");
  await user.type(screen.getByLabelText("Confirm password"), "Secret-12");
  await user.click(screen.getByRole("button", { name: "Change password" }));
}

it("forgets whoever was logged in here and goes to log in by a full load", async () => {
  localStorage.setItem("user", JSON.stringify({ id: "u1" }));
  localStorage.setItem("token", "t1");
  await submit({ body: { success: true } });
  await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
  act(() => jest.advanceTimersByTime(1000));
  // What the account before had seen must not come back with the Back button.
  expect(mockLeaveFor.mock.calls).toEqual([["/login"]]);
  expect(replace).not.toHaveBeenCalled();
});

it("says how long to wait where the server is busy, and keeps the form", async () => {
  await submit({
    status: 429,
    body: { success: false, code: "RATE_LIMITED", message: "The server is busy right now" },
    headers: { "retry-after": "5" },
  });
  const text = "The server is busy right now. Try again in 5 s.";
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByLabelText("New password")).toHaveValue("Secret-12");
});
