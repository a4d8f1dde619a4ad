import { act, screen, waitFor } from "@testing-library/react";
import { toast as dismissToasts } from "sonner";
import { prepareToasts } from "@/components/ui/overlays/toast";
import { Toaster } from "@/components/ui/overlays/toaster";
import { api, readResponse } from "@/lib/platform/client/api";
import { renderUi } from "@/tests/support/screens/render";
import { Providers } from "./providers";

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

const MESSAGE = "Session expired. Please login again.";
const alertOf = () => jest.spyOn(window, "alert").mockImplementation(() => undefined);

/** An answer of the API that the session of a token is over. */
async function endSession(token = "t1") {
  const answer = { ok: false, status: 401, json: async () => ({ message: MESSAGE }) } as Response;
  const sent = { authorization: `Bearer ${token}` };
  await act(() => readResponse(answer, sent).catch(() => undefined));
}

function signIn(id: string, token: string) {
  localStorage.setItem("user", JSON.stringify({ id }));
  localStorage.setItem("token", token);
}

/** The next page after a full load, as far as one module can play it. */
const withToaster = (
  <Providers>
    <Toaster label="Notifications" />
  </Providers>
);

// Whoever waits for it does not wait for its transformation.
beforeAll(() => import("@/components/ui/overlays/toaster-view"));
beforeEach(() => {
  mockLeaveFor.mockClear();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  window.history.replaceState(null, "", "/market?interval=5");
  signIn("anna", "t1");
});
afterEach(() => {
  jest.useRealTimers();
});

/** As long as a toaster may take, and a little longer. */
const waitForToaster = () => act(() => jest.advanceTimersByTimeAsync(2100));

it("an ended session is forgotten at once, and said by an alert where no toaster comes in 2 s", async () => {
  jest.useFakeTimers();
  const alert = alertOf();
  window.history.replaceState(null, "", "/login");
  renderUi(<Providers>{null}</Providers>);
  await endSession();
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
  expect(alert).not.toHaveBeenCalled();
  await waitForToaster();
  await waitForToaster();
  expect(alert.mock.calls).toEqual([[MESSAGE]]);
});

it("on the way to another page it is said there, once", async () => {
  jest.useFakeTimers();
  const alert = alertOf();
  const page = renderUi(<Providers>{null}</Providers>);
  await endSession();
  await waitForToaster();
  expect(alert).not.toHaveBeenCalled();
  expect(sessionStorage.getItem("toast")).toContain(MESSAGE);

  page.unmount();
  renderUi(<Providers>{null}</Providers>);
  await waitForToaster();
  expect(alert.mock.calls).toEqual([[MESSAGE]]);
  expect(sessionStorage.getItem("toast")).toBeNull();
});

it("a toaster that is on its way says it when it comes, and no alert does", async () => {
  jest.useFakeTimers();
  const alert = alertOf();
  window.history.replaceState(null, "", "/login");
  renderUi(withToaster);
  await endSession();
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  await waitForToaster();
  expect(alert).not.toHaveBeenCalled();
  act(() => void dismissToasts.dismiss());
});

it("the toast comes along to the login page by a full load", async () => {
  const alert = alertOf();
  const page = renderUi(withToaster);
  act(prepareToasts);
  await screen.findByRole("region", { name: /Notifications/ });
  await endSession();
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(alert).not.toHaveBeenCalled();
  expect(mockLeaveFor.mock.calls).toEqual([["/login?ended=1"]]);
  expect(sessionStorage.getItem("redirectAfterLogin")).toBe("/market?interval=5");
  expect(sessionStorage.getItem("toast")).toContain(MESSAGE);

  page.unmount();
  // The library is another one after a full load.
  dismissToasts.dismiss();
  const next = renderUi(withToaster);
  await waitFor(() => expect(screen.getByText(MESSAGE)).toBeVisible());
  next.unmount();
  expect(sessionStorage.getItem("toast")).toBeNull();
});

it("a toast whose next page showed none is forgotten after a minute", async () => {
  const carried = (text: string, agoMs: number) => {
    const endsAtMs = Date.now() - agoMs;
    sessionStorage.setItem("toast", JSON.stringify({ tone: "info", text, endsAtMs }));
    return renderUi(withToaster);
  };
  carried("Of an hour ago", 3_600_000).unmount();
  expect(sessionStorage.getItem("toast")).toBeNull();
  carried("Of just now", 30_000);
  expect(await screen.findByText("Of just now")).toBeVisible();
  expect(screen.queryByText("Of an hour ago")).not.toBeInTheDocument();
});

it.each([
  ["/admin/users", "/admin/login?ended=1"],
  ["/register", "/login?ended=1"],
  ["/login", undefined],
])("goes from %s to %s", async (path, to) => {
  jest.useFakeTimers();
  alertOf();
  window.history.replaceState(null, "", path);
  renderUi(<Providers>{null}</Providers>);
  await endSession();
  expect(mockLeaveFor.mock.lastCall?.[0]).toBe(to);
  expect(localStorage.getItem("token")).toBeNull();
});

it("a late answer to an older session leaves the new one alone", async () => {
  const alert = alertOf();
  renderUi(<Providers>{null}</Providers>);
  signIn("bert", "t2");
  await endSession("t1");
  expect(localStorage.getItem("token")).toBe("t2");
  expect(alert).not.toHaveBeenCalled();
  expect(mockLeaveFor).not.toHaveBeenCalled();
});

it("says that a busy site is asked again", async () => {
  const busy = { success: false, code: "SERVICE_UNAVAILABLE", message: "Server error" };
  const answer = (body: object, status: number) =>
    ({
      ...{ ok: status === 200, status, json: async () => body },
      headers: new Headers({ "retry-after": "0.01" }),
    }) as Response;
  const fetched = jest.fn();
  fetched.mockResolvedValueOnce(answer(busy, 503));
  fetched.mockResolvedValueOnce(answer({ success: true }, 200));
  globalThis.fetch = fetched;
  renderUi(withToaster);
  await act(() => api.post("/trades", {}, { idempotencyKey: "key" }));
  expect(await screen.findByText("The site is busy. Sending your request again…")).toBeVisible();
});
