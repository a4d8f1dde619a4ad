import { ApiError, api } from "@/lib/platform/client/api";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { SessionGuard } from "./session-guard";

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

let mockPathname: string;
jest.mock("next/navigation", () => ({ usePathname: () => mockPathname }));

const HERE = "/store-xaut?side=store";
let log: Sent[];
const sent = () => log.map(({ authorization }) => authorization);

/** Whoever this browser's storage says is logged in. No event: as a tab sees it that was asleep. */
function signIn(id: string, token = `token-${id}`) {
  localStorage.setItem("user", JSON.stringify({ id }));
  localStorage.setItem("token", token);
}

const signOut = () => localStorage.clear();
const convert = () => api.post("/storage/store", { amount: "100" });

beforeEach(() => {
  mockLeaveFor.mockClear();
  mockPathname = "/store-xaut";
  sessionStorage.clear();
  window.history.replaceState(null, "", `${HERE}#form`);
  AbortSignal.timeout = () => new AbortController().signal;
  log = answerFetches(() => ({}));
  signIn("anna");
});

const open = () => renderUi(<SessionGuard userId="anna" signInHref="/login" />);

it("leaves the page of the logged-in user alone, whichever session it is", async () => {
  open();
  signIn("anna", "newer");
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
  await convert();
  expect(sent()).toEqual(["Bearer newer"]);
  expect(mockLeaveFor).not.toHaveBeenCalled();
});

it.each([
  ["storage changes", () => window.dispatchEvent(new StorageEvent("storage", { key: "user" }))],
  ["it comes back from the history", () => window.dispatchEvent(new Event("pageshow"))],
  ["it is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("loads the page again for whoever is logged in now, when %s", (_when, happen) => {
  open();
  signIn("bert");
  expect(mockLeaveFor).not.toHaveBeenCalled();
  happen();
  expect(mockLeaveFor.mock.calls).toEqual([[HERE]]);
  expect(sessionStorage.getItem("redirectAfterLogin")).toBeNull();
});

it("sends nothing with another account's token, though nothing told the page of it", async () => {
  open();
  signIn("bert");
  await expect(convert()).rejects.toMatchObject({ code: "OTHER_ACCOUNT" });
  await expect(convert()).rejects.toBeInstanceOf(ApiError);
  expect(sent()).toEqual([]);
  expect(mockLeaveFor).toHaveBeenCalledWith(HERE);
});

it("sends nothing for nobody, goes to log in and keeps the page for then", async () => {
  open();
  signOut();
  await expect(convert()).rejects.toBeInstanceOf(ApiError);
  expect(sent()).toEqual([]);
  expect(mockLeaveFor).toHaveBeenCalledWith("/login");
  expect(sessionStorage.getItem("redirectAfterLogin")).toBe(HERE);
});

it("looks again on each move to another page, and keeps the one that was wanted", () => {
  const { rerender } = open();
  const go = (path: string) => {
    mockPathname = path;
    window.history.pushState(null, "", path);
    rerender(<SessionGuard userId="anna" signInHref="/login" />);
  };
  go("/record");
  expect(mockLeaveFor).not.toHaveBeenCalled();
  signOut();
  go("/records");
  expect(mockLeaveFor.mock.calls).toEqual([["/login"]]);
  expect(sessionStorage.getItem("redirectAfterLogin")).toBe("/records");
  expect(sent()).toEqual([]);
});

it("keeps no page for later where somebody is on their way out already", () => {
  mockLeaveFor.mockReturnValueOnce(false);
  open();
  signOut();
  window.dispatchEvent(new Event("pageshow"));
  expect(sessionStorage.getItem("redirectAfterLogin")).toBeNull();
});

it("does not load a page again that has just come for somebody else than the stored user", () => {
  signIn("bert");
  open();
  expect(mockLeaveFor.mock.calls).toEqual([["/login"]]);
  expect(sessionStorage.getItem("redirectAfterLogin")).toBe(HERE);
});

it("takes a token without a user for nobody's", () => {
  localStorage.removeItem("user");
  open();
  expect(mockLeaveFor.mock.calls).toEqual([["/login"]]);
});

it("binds nothing once it is gone", async () => {
  open().unmount();
  signIn("bert");
  window.dispatchEvent(new Event("pageshow"));
  await convert();
  expect(sent()).toEqual(["Bearer token-bert"]);
  expect(mockLeaveFor).not.toHaveBeenCalled();
});

it("loads the page again where the document has shown another person's pages before", () => {
  const { unmount } = open();
  unmount();
  signIn("bert");
  renderUi(<SessionGuard userId="bert" signInHref="/login" />);
  expect(mockLeaveFor.mock.calls).toEqual([[HERE]]);
});
