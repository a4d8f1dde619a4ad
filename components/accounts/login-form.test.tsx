import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toaster } from "@/components/ui/overlays/toaster";
import { hasServedAnother } from "@/lib/platform/client/api";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { LoginForm, type LoginFormProps } from "./login-form";

const replace = jest.fn();
const refresh = jest.fn();
const router = { replace, refresh, push: jest.fn(), prefetch: jest.fn() };
jest.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => "/login",
}));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

const member = { id: "u1", username: "maria", isAdmin: false };
const staff = { ...member, isAdmin: true };

let answers: Record<string, Answer>;
let sent: Sent[];

const sentTo = (path: string) => sent.filter((call) => call.path === path);

function open(props: Partial<LoginFormProps> = {}) {
  const element = (changes: Partial<LoginFormProps> = {}) => (
    <QueryClientProvider client={new QueryClient()}>
      <LoginForm
        door="user"
        panels={{ user: true, admin: true }}
        cookieUserId={null}
        redirect={null}
        {...props}
        {...changes}
      />
      <Toaster label="Notifications" />
    </QueryClientProvider>
  );
  const view = renderUi(element());
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const rerender = (changes: Partial<LoginFormProps>) => view.rerender(element(changes));
  return { user, rerender };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Username or email"), "maria");
  await user.type(screen.getByLabelText("Password"), "secret1");
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

async function idle() {
  const button = screen.getByRole("button", { name: /^Log/ });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
}

beforeEach(() => {
  jest.useFakeTimers();
  answers = {
    "/api/auth/login": {
      body: { success: true, message: "Welcome back", user: member, token: "t1" },
    },
    "/api/auth/logout": { body: { success: true } },
  };
  sent = answerFetches(({ path }) => answers[path]);
  AbortSignal.timeout = () => new AbortController().signal;
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  window.history.replaceState(null, "", "/login");
  jest.clearAllMocks();
});

afterEach(() => {
  jest.useRealTimers();
});

it("has one element that is called by the word password", () => {
  open();
  expect(screen.getAllByLabelText(/password/i)).toEqual([screen.getByLabelText("Password")]);
  expect(screen.getByRole("button", { name: "Show characters" })).toBeInTheDocument();
});

it("sends nothing with an empty field, and shows which", async () => {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await waitFor(() => expect(screen.getByLabelText("Username or email")).toHaveFocus());
  expect(screen.getByText("Please enter your username or email")).toBeInTheDocument();
  await user.keyboard("maria{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Please enter a password");
  expect(sent).toEqual([]);
});

it("stores the session, says so, and after a second goes where the visitor wanted", async () => {
  sessionStorage.setItem("redirectAfterLogin", "/trade?tab=own");
  const { user } = open();
  await fillIn(user);
  expect(await screen.findByText("Welcome back")).toBeInTheDocument();
  expect(localStorage.getItem("token")).toBe("t1");
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(member);
  expect(mockLeaveFor).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1000));
  // By a full load: what somebody else saw in this tab must not come back with its Back button.
  expect(mockLeaveFor.mock.calls).toEqual([["/trade?tab=own"]]);
  expect(replace).not.toHaveBeenCalled();
  expect(sessionStorage.getItem("redirectAfterLogin")).toBeNull();
  expect(sessionStorage.getItem("toast")).toContain("Welcome back");
});

it("stores the user before the token, so that no other tab takes it for the old user's", async () => {
  const stored = jest.spyOn(Storage.prototype, "setItem");
  const { user } = open();
  await fillIn(user);
  await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
  expect(stored.mock.calls.map(([key]) => key)).toEqual(["user", "token"]);
});

it("drops what others typed in this tab, and keeps the person's own", async () => {
  for (const name of ["chat:u1", "chat:u2", "chat:u2:u10"]) {
    sessionStorage.setItem(`draft:${name}`, "{}");
  }
  sessionStorage.setItem("other", "1");
  const { user } = open();
  await fillIn(user);
  await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
  expect(Object.keys(sessionStorage).sort()).toEqual(["draft:chat:u1", "other"]);
});

it("goes home with its own words when nothing was wanted and the server says nothing", async () => {
  answers["/api/auth/login"] = { body: { success: true, user: member, token: "t1" } };
  const { user } = open();
  await fillIn(user);
  expect(await screen.findByText("Login successful!")).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1000));
  expect(mockLeaveFor).toHaveBeenCalledWith("/");
});

it("does not say the end of an old session once more", async () => {
  const message = "Session expired. Please login again.";
  answers["/api/auth/login"] = { status: 401, body: { success: false, message } };
  const { user } = open();
  await fillIn(user);
  await idle();
  // Where it was noticed, which is not here, it is a toast. Above the button it stays.
  expect(await screen.findAllByText(message)).toHaveLength(1);
});

it("no longer says why the visitor came once an attempt has failed", async () => {
  const notice = "Session expired. Please login again.";
  answers["/api/auth/login"] = { status: 401, body: { success: false, message: "Nope" } };
  const { user } = open({ notice });
  expect(screen.getByText(notice)).toBeInTheDocument();
  await fillIn(user);
  await idle();
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

it.each<[string, Answer | null, string]>([
  ["the server's words", { status: 401, body: { success: false, message: "Nope" } }, "Nope"],
  ["its own for a plain no", { body: { success: false } }, "Invalid credentials"],
  ["its own for a broken answer", { status: 502, body: {} }, "Login failed. Please try again."],
  [
    "the server's fault",
    { status: 500, body: { success: false } },
    "Login failed. Please try again.",
  ],
  [
    "a failed request",
    { status: 401, body: { success: false } },
    "Login failed. Please try again.",
  ],
  ["a fault's words", { status: 500, body: { success: false, message: "Down" } }, "Down"],
  ["its own without a connection", null, "Login failed. Please try again."],
])("a refusal: %s", async (_case, answer, text) => {
  if (answer) answers["/api/auth/login"] = answer;
  else delete answers["/api/auth/login"];
  const { user } = open();
  await fillIn(user);
  // Once as a toast, once staying above the button.
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  expect(localStorage.getItem("token")).toBeNull();
  expect(screen.getByLabelText("Password")).toHaveValue("secret1");
});

it("says how long a locked-out visitor has to wait", async () => {
  answers["/api/auth/login"] = {
    status: 429,
    body: { success: false, code: "RATE_LIMITED", message: "Rate limit exceeded" },
    headers: { "retry-after": "840" },
  };
  const { user } = open();
  await fillIn(user);
  const text = "Rate limit exceeded. Try again in 14 min.";
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
});

it("says that the site is busy, in a text with one full stop at its end", async () => {
  const message = "The site is busy right now. Please try again in a moment.";
  answers["/api/auth/login"] = {
    status: 503,
    body: { success: false, code: "SERVICE_UNAVAILABLE", message: "Server error" },
    headers: { "retry-after": "2" },
  };
  const { user } = open();
  await fillIn(user);
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
});

/** The form of somebody with a second factor, once it asks for the code. */
async function openWithCode() {
  const success = answers["/api/auth/login"];
  answers["/api/auth/login"] = {
    status: 401,
    body: { success: false, code: "TOTP_REQUIRED", message: "Enter the code" },
  };
  const { user } = open();
  await fillIn(user);
  const code = await screen.findByLabelText("Authenticator code");
  if (success) answers["/api/auth/login"] = success;
  return { user, code };
}

it("asks for the authenticator code when it is needed, and sends it along", async () => {
  const { user, code } = await openWithCode();
  await waitFor(() => expect(code).toHaveFocus());
  await user.keyboard("123456{Enter}");
  await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
  expect(sentTo("/api/auth/login").at(-1)?.body).toEqual({
    usernameOrEmail: "maria",
    password: "secret1",
    totp: "123456",
  });
});

it("asks for no code once another account is entered", async () => {
  const { user } = await openWithCode();
  await user.type(screen.getByLabelText("Username or email"), "2{Enter}");
  await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
  expect(screen.queryByLabelText("Authenticator code")).not.toBeInTheDocument();
});

describe("the staff door", () => {
  it("tells everybody else so, ends their session and keeps no token", async () => {
    const { user } = open({ door: "admin" });
    await fillIn(user);
    await idle();
    await waitFor(() => expect(screen.getAllByText("Insufficient permissions")).toHaveLength(2));
    expect(localStorage.getItem("token")).toBeNull();
    expect(sentTo("/api/auth/logout")).toMatchObject([{ authorization: "Bearer t1" }]);
    act(() => jest.advanceTimersByTime(5000));
    expect(mockLeaveFor).not.toHaveBeenCalled();
  });

  it("lets staff in", async () => {
    answers["/api/auth/login"] = { body: { success: true, user: staff, token: "t1" } };
    const { user } = open({ door: "admin", redirect: "/admin/deposits" });
    await fillIn(user);
    await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
    act(() => jest.advanceTimersByTime(1000));
    expect(mockLeaveFor).toHaveBeenCalledWith("/admin/deposits");
  });
});

describe("who is logged in already", () => {
  beforeEach(() => {
    localStorage.setItem("token", "t1");
    answers["/api/auth/profile"] = { body: { success: true, user: member } };
  });

  it("goes on to the page they came for, and the address is cleaned", async () => {
    window.history.replaceState(null, "", "/login?redirect=%2Frecord&ended=1&keep=1");
    open({ cookieUserId: "u1", redirect: "/record" });
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/record"));
    // Pages take a token for its owner's only beside the user.
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(member);
    expect(window.location.search).toBe("?keep=1");
    expect(replace).toHaveBeenCalledTimes(1);
  });

  it("goes on by a full load where this document has shown another person's pages", async () => {
    hasServedAnother("u1");
    localStorage.setItem("token", "t2");
    answers["/api/auth/profile"] = { body: { success: true, user: { ...member, id: "u2" } } };
    open({ cookieUserId: "u2", redirect: "/record" });
    await waitFor(() => expect(mockLeaveFor.mock.calls).toEqual([["/record"]]));
    expect(replace).not.toHaveBeenCalled();
  });

  it("waits until the server has seen the repaired cookie", async () => {
    const { rerender } = open();
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    expect(replace).not.toHaveBeenCalled();
    rerender({ cookieUserId: "u1" });
    await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  });

  it("stays, with the reason, where the browser takes no cookie: no running in circles", async () => {
    open();
    expect(await screen.findByText(/your browser refuses this site's cookie/)).toBeInTheDocument();
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(replace).not.toHaveBeenCalled();
  });

  it("stays, with the reason, where their part of the site is off", async () => {
    open({ cookieUserId: "u1", panels: { user: false, admin: true } });
    expect(await screen.findByText(/switched off at the moment/)).toBeInTheDocument();
    expect(replace).not.toHaveBeenCalled();
  });

  it("sees the form when the token is dead, or at the staff door", async () => {
    open({ door: "admin", cookieUserId: "u1" });
    await waitFor(() => expect(sentTo("/api/auth/profile")).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Log in" })).toBeInTheDocument();
    expect(replace).not.toHaveBeenCalled();
  });
});

it("does not move on by the cookie alone", () => {
  open({ cookieUserId: "u1" });
  expect(sent).toEqual([]);
  expect(replace).not.toHaveBeenCalled();
});
