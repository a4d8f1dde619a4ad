import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { bindPage } from "@/lib/platform/client/api";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { LogOutButton } from "./log-out-button";

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

const DONE: Answer = {};
let answer: Answer | null;
let sent: Sent[];

beforeEach(() => {
  mockLeaveFor.mockClear();
  AbortSignal.timeout = () => new AbortController().signal;
  sent = answerFetches(() => answer);
  localStorage.setItem("user", JSON.stringify({ id: "anna" }));
  localStorage.setItem("token", "t1");
  sessionStorage.setItem("draft:chat:anna", "{}");
});

async function logOut() {
  const user = userEvent.setup();
  renderUi(<LogOutButton door="user" />);
  await user.click(screen.getByRole("button", { name: "Log out" }));
  await user.click(await screen.findByRole("button", { name: "Log out" }));
  return user;
}

const isSignedIn = () => localStorage.getItem("token") === "t1";

it.each<[string, Answer]>([
  ["the session ends", DONE],
  [
    "it had ended before",
    { status: 401, body: { message: "Session expired. Please login again." } },
  ],
])("leaves when %s, and forgets the person", async (_when, given) => {
  answer = given;
  await logOut();
  await waitFor(() => expect(mockLeaveFor.mock.calls).toEqual([["/login"]]));
  expect(sent.map(({ authorization }) => authorization)).toEqual(["Bearer t1"]);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

it.each<[string, Answer | null, RegExp]>([
  ["without a connection", null, /still be logged in. Network error/],
  ["when the server fails", { status: 502, body: {} }, /still be logged in. Server error/],
])("stays and says so %s, and can be tried again", async (_when, given, text) => {
  answer = given;
  const user = await logOut();
  expect(await screen.findByText(text)).toBeVisible();
  expect(mockLeaveFor).not.toHaveBeenCalled();
  expect(isSignedIn()).toBe(true);
  answer = DONE;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(mockLeaveFor).toHaveBeenCalledWith("/login"));
  expect(isSignedIn()).toBe(false);
});

it("asks afresh after a failure that was cancelled", async () => {
  answer = null;
  const user = await logOut();
  await screen.findByText(/still be logged in/);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Log out" }));
  expect(screen.queryByText(/still be logged in/)).not.toBeInTheDocument();
});

it("leaves a session alone that was opened while the old one ended", async () => {
  answerFetches(() => {
    localStorage.setItem("token", "t2");
    return DONE;
  });
  await logOut();
  await waitFor(() => expect(mockLeaveFor).toHaveBeenCalledWith("/login"));
  expect(localStorage.getItem("token")).toBe("t2");
});

it("never ends the session of somebody who logged in in another tab", async () => {
  answer = DONE;
  const unbind = bindPage("berta", () => undefined);
  await logOut();
  expect(await screen.findByText(/Another account is logged in/)).toBeVisible();
  unbind();
  expect(sent).toEqual([]);
  expect(isSignedIn()).toBe(true);
});
