import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { clearSession, saveRedirect, signOut } from "@/lib/accounts/client";
import { storedToken, storedUserId } from "@/lib/platform/client/api";
import { renderUi } from "@/tests/support/screens/render";
import { useSignIn } from "./use-sign-in";

const replace = jest.fn();
const router = { replace };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

function SignIn() {
  const { signIn } = useSignIn({ door: "user", panels: { user: true, admin: true } });
  const input = { usernameOrEmail: "maria", password: "secret1" };
  return (
    <button type="button" onClick={() => void signIn(input)}>
      Log in
    </button>
  );
}

let sent: [string, string | null][];

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  sent = [];
  AbortSignal.timeout = () => new AbortController().signal;
  globalThis.fetch = (async (url: unknown, init?: RequestInit) => {
    sent.push([String(url), new Headers(init?.headers).get("authorization")]);
    const body = { success: true, user: { id: "u1", isAdmin: false }, token: "t1" };
    return { ok: true, status: 200, headers: new Headers(), json: async () => body };
  }) as typeof fetch;
  localStorage.setItem("token", "t9");
  localStorage.setItem("user", JSON.stringify({ id: "u9" }));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  clearSession();
});

function refuse(name: string): () => never {
  return () => {
    throw new DOMException("No storage", name);
  };
}

it.each([
  [
    "blocked",
    () => {
      for (const kind of ["localStorage", "sessionStorage"] as const) {
        jest.spyOn(window, kind, "get").mockImplementation(refuse("SecurityError"));
      }
    },
  ],
  [
    "full",
    () => {
      const full = refuse("QuotaExceededError");
      jest.spyOn(Storage.prototype, "setItem").mockImplementation(full);
    },
  ],
])("with a %s storage logs in until the page is loaded again, and out", async (_state, spoil) => {
  spoil();
  saveRedirect("/record");
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <SignIn />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole("button"));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect([storedToken(), storedUserId()]).toEqual(["t1", "u1"]);
  expect(replace.mock.calls).toEqual([["/record"]]);
  expect(mockLeaveFor).not.toHaveBeenCalled();

  await signOut();
  expect(sent.at(-1)).toEqual(["/api/auth/logout", "Bearer t1"]);
  expect(storedToken()).toBeNull();
});
