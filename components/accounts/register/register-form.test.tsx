import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as dismissToasts } from "sonner";
import { Toaster } from "@/components/ui/overlays/toaster";
import { countries } from "@/lib/accounts/countries";
import { networkMessage } from "@/lib/platform/client/api";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { RegisterForm } from "./register-form";

const router = { refresh: jest.fn(), push: jest.fn(), prefetch: jest.fn() };
jest.mock("next/navigation", () => ({ useRouter: () => router, usePathname: () => "/register" }));

const mockLeaveFor = jest.fn((_path: string) => true);
jest.mock("@/lib/platform/client/leave", () => ({
  leaveFor: (path: string) => mockLeaveFor(path),
}));

let mockChecksLoad = true;
jest.mock("./register-resolver", () => {
  const { registerResolver } = jest.requireActual("./register-resolver");
  return {
    registerResolver,
    // The first thing that is read of a module that is imported.
    get __esModule() {
      if (!mockChecksLoad) throw new Error("Failed to load chunk");
      return true;
    },
  };
});

let answers: Record<string, Answer>;
let sent: Sent[];

const registrations = () => sent.filter(({ path }) => path === "/api/auth/register");
const toast = () =>
  document.querySelector('[data-sonner-toast][data-removed="false"]')?.textContent ?? "";

function open(referralCode = "") {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <RegisterForm
        door="user"
        panels={{ user: true, admin: true }}
        cookieUserId={null}
        redirect={null}
        referralCode={referralCode}
      />
      <Toaster label="Notifications" />
    </QueryClientProvider>,
  );
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}

type User = ReturnType<typeof open>;
const submit = (user: User) => user.click(screen.getByRole("button", { name: "Register" }));

/** What each field needs, in the order of the checks, with the text that says it is missing. */
const STEPS: [string, string, (user: User) => Promise<unknown>][] = [
  ["Please enter a username", "Username", (user) => user.keyboard("maria_k")],
  ["Please enter an email address", "Email", (user) => user.keyboard("maria@example.com")],
  [
    "Please select your country",
    "Country",
    (user) => user.selectOptions(screen.getByLabelText("Country"), "Brazil"),
  ],
  ["Please enter your phone number", "Phone number", (user) => user.keyboard("11 5555-0000")],
  [
    "Please select your gender",
    "Gender",
    (user) => user.selectOptions(screen.getByLabelText("Gender"), "Female"),
  ],
  ["Please enter a password", "Password", (user) => user.keyboard("12345")],
  ["Password should be at least 6 characters long", "Password", (user) => user.keyboard("6")],
  ["Passwords do not match!", "Confirm password", (user) => user.keyboard("123456")],
  [
    "Please agree to the Terms and Privacy Policy",
    "I agree to the Terms (opens in a new tab) and Privacy Policy (opens in a new tab)",
    (user) => user.click(screen.getByRole("checkbox")),
  ],
];

async function fillIn(user: User) {
  for (const [, label, fill] of STEPS) {
    act(() => screen.getByLabelText(label).focus());
    await fill(user);
  }
}

async function idle() {
  const button = screen.getByRole("button", { name: /^(Register|Creating)/ });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
}

beforeEach(() => {
  jest.useFakeTimers();
  answers = {
    "/api/auth/register": {
      status: 201,
      body: { success: true, user: { id: "u1", username: "maria_k" }, token: "t1" },
    },
    "/api/user/validate-referral": { body: { success: true, valid: true, referrer: "fr•••" } },
  };
  sent = answerFetches(({ path }) => answers[path]);
  AbortSignal.timeout = () => new AbortController().signal;
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  jest.clearAllMocks();
});

afterEach(() => {
  // The toasts of a page outlive its components.
  act(() => void dismissToasts.dismiss());
  act(() => jest.advanceTimersByTime(1000));
  jest.useRealTimers();
});

it("checks in the specified order: toast and focus for the first, a text for each", async () => {
  const user = open();
  await submit(user);
  for (const label of ["Username", "Email", "Country", "Phone number", "Gender", "Password"]) {
    await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid());
  }
  for (const [message, label, fill] of STEPS) {
    await submit(user);
    await waitFor(() => expect(toast()).toBe(message));
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
    expect(registrations()).toEqual([]);
    await fill(user);
  }
  await submit(user);
  await waitFor(() => expect(registrations()).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem("token")).toBe("t1"));
});

it("names what is missing before what is badly written, and starts with the first on the screen", async () => {
  const user = open();
  await user.type(screen.getByLabelText("Username"), "maria_k");
  await user.type(screen.getByLabelText("Email"), "maria");
  await submit(user);
  await waitFor(() => expect(toast()).toBe("Please select your country"));
  expect(screen.getByLabelText("Email")).toHaveFocus();
});

it("sends what was entered with the country's dial code, says so and goes home after a second", async () => {
  sessionStorage.setItem("redirectAfterLogin", "/trade");
  const user = open();
  await fillIn(user);
  expect(screen.getByText("+55")).toBeInTheDocument();
  expect(screen.getByLabelText("Phone number")).toHaveAccessibleDescription("Dial code +55");
  await submit(user);
  await waitFor(() => expect(toast()).toBe("Registration successful!"));
  expect(registrations()[0]?.body).toEqual({
    username: "maria_k",
    email: "maria@example.com",
    country: "Brazil",
    countryCode: "+55",
    phoneNumber: "11 5555-0000",
    gender: "Female",
    password: "123456",
    referralCode: "",
  });
  expect(screen.getByText("Creating your account", { selector: "p" })).toBeInTheDocument();
  expect(mockLeaveFor).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1000));
  expect(mockLeaveFor.mock.calls).toEqual([["/"]]);
  expect(sessionStorage.getItem("toast")).toContain("Registration successful!");
  expect(sessionStorage.getItem("redirectAfterLogin")).toBeNull();
});

it("offers every country", () => {
  open();
  expect(screen.getByLabelText("Country").querySelectorAll("option")).toHaveLength(
    countries.length + 1,
  );
});

it("puts the server's complaints on their fields and keeps everything typed", async () => {
  answers["/api/auth/register"] = {
    status: 409,
    body: {
      success: false,
      code: "USERNAME_TAKEN",
      message: "This username is already taken",
      errors: { username: ["This username is already taken"] },
    },
  };
  const user = open();
  await fillIn(user);
  await submit(user);
  await idle();
  await waitFor(() => expect(toast()).toBe("This username is already taken"));
  const username = screen.getByLabelText("Username");
  await waitFor(() => expect(username).toHaveFocus());
  expect(username).toBeInvalid();
  expect(username).toHaveValue("maria_k");
  expect(screen.getByLabelText("Password")).toHaveValue("123456");
  expect(screen.getByRole("checkbox")).toBeChecked();
});

it("has its own words where no answer came", async () => {
  delete answers["/api/auth/register"];
  const user = open();
  await fillIn(user);
  await submit(user);
  await idle();
  await waitFor(() => expect(toast()).toBe("Registration failed. Please try again."));
  expect(localStorage.getItem("token")).toBeNull();
});

it("checks the code of an invitation at once, and another one when its field is left", async () => {
  const user = open("FRIEND22");
  const field = screen.getByLabelText("Referral code (optional)");
  expect(field).toHaveValue("FRIEND22");
  expect(await screen.findByText("Invited by fr•••")).toBeInTheDocument();
  answers["/api/user/validate-referral"] = { body: { success: true, valid: false } };
  await user.clear(field);
  await user.type(field, "MADEUP22");
  expect(screen.queryByText("This referral code does not exist")).not.toBeInTheDocument();
  await user.tab();
  expect(await screen.findByText("This referral code does not exist")).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { referralCode: "FRIEND22" },
    { referralCode: "MADEUP22" },
  ]);
});

it("keeps the code of an invitation for a visitor who is led to log in and back", async () => {
  open("FRIEND22");
  cleanup();
  open();
  expect(screen.getByLabelText("Referral code (optional)")).toHaveValue("FRIEND22");
  expect(await screen.findByText("Invited by fr•••")).toBeInTheDocument();
});

it("brings back what was typed before reading the terms, but no password", async () => {
  sessionStorage.setItem(
    "registerDraft",
    JSON.stringify({ username: "maria_k", country: "Brazil", referralCode: "OLD" }),
  );
  open("NEWCODE2");
  expect(screen.getByLabelText("Username")).toHaveValue("maria_k");
  expect(screen.getByLabelText("Country")).toHaveValue("Brazil");
  expect(screen.getByLabelText("Referral code (optional)")).toHaveValue("NEWCODE2");
  expect(await screen.findByText("+55")).toBeInTheDocument();
  expect(await screen.findByText("Invited by fr•••")).toBeInTheDocument();
});

it("keeps no secret in the draft", async () => {
  const user = open();
  await fillIn(user);
  const draft = JSON.parse(sessionStorage.getItem("registerDraft") ?? "{}");
  expect(draft).toMatchObject({ username: "maria_k", gender: "Female" });
  expect(JSON.stringify(draft)).not.toContain("123456");
});

it("says beside the button, too, that the checks can't be loaded, until they are", async () => {
  mockChecksLoad = false;
  const user = open();
  await fillIn(user);
  await submit(user);
  await waitFor(() => expect(toast()).toBe(networkMessage()));
  expect(screen.getByRole("alert")).toHaveTextContent(networkMessage());
  mockChecksLoad = true;
  await submit(user);
  await waitFor(() => expect(registrations()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("alert")).toBeEmptyDOMElement());
});
