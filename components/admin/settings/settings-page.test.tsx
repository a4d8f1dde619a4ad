import { screen, waitFor, within } from "@testing-library/react";
import { defaultSettings } from "@/lib/settings/schema";
import { isGuarded, placedSettings } from "@/lib/settings/sections";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { StaffRightsProvider } from "../panel/staff-rights";
import { SettingsPage } from "./settings-page";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ refresh: () => undefined }),
  usePathname: () => "/admin/setting",
}));

let mockIsOffline = false;
jest.mock("./confirm-guarded", () => {
  if (mockIsOffline) throw new Error("offline");
  return jest.requireActual("./confirm-guarded");
});

let mockAreRulesOffline = false;
jest.mock("@/lib/settings/rules", () => ({
  ...jest.requireActual("@/lib/settings/rules"),
  /** What each `import()` looks at. */
  get __esModule() {
    if (mockAreRulesOffline) throw new Error("offline");
    return true;
  },
}));

const THRESHOLD = "Two people needed above";

async function openPage(isFull: boolean) {
  const sent = api({
    "GET /api/admin/settings": ok({ settings: defaultSettings, changes: {} }),
    "GET /api/user/security": ok({ security: { twoFactorEnabled: true } }),
    "PUT /api/settings/config": () => {
      const { password, totp } = (sent.at(-1)?.body ?? {}) as Record<string, string>;
      const refuse = (code: string, errors = {}) => ({
        status: 422,
        body: { success: false, code, message: "Invalid code", errors },
      });
      if (password !== "secret") return refuse("VALIDATION", { password: ["Incorrect password"] });
      return totp === "123456" ? ok({ config: {} })() : refuse("VALIDATION", { totp: ["Wrong"] });
    },
  });
  const { user } = renderReview(
    <StaffRightsProvider permissions={isFull ? ["*"] : ["settings"]}>
      <SettingsPage mayChange />
    </StaffRightsProvider>,
  );
  return { user, sent, field: await screen.findByLabelText(THRESHOLD) };
}

it("says that the code which checks a change did not come, and goes on once it does", async () => {
  mockAreRulesOffline = true;
  const { user, field } = await openPage(true);
  await user.type(field, "1");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  expect(await screen.findByText("Network error. Please check your connection.")).toBeVisible();
  mockAreRulesOffline = false;
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  expect(await screen.findByRole("button", { name: "Save 1 change" })).toBeVisible();
  expect(screen.queryByText("Network error. Please check your connection.")).toBeNull();
});

// Before the others that ask for the password: the dialog's code comes once.
it("saves what was reviewed, and not what is typed until the dialog for the password is there", async () => {
  mockIsOffline = true;
  const { user, sent, field } = await openPage(true);
  await user.clear(field);
  await user.type(field, "500");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await user.click(await screen.findByRole("button", { name: "Save 1 change" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  const fee = screen.getByLabelText("Withdrawal fee");
  await user.type(field, "000");
  await user.clear(fee);
  await user.type(fee, "1");
  expect(screen.getByRole("button", { name: /Sending/ })).toHaveAttribute("aria-disabled", "true");
  mockIsOffline = false;
  await user.click(retry);
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  await user.type(within(dialog).getByLabelText("Login password"), "secret");
  await user.type(await within(dialog).findByLabelText("Authenticator code"), "123456");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    fourEyesThreshold: "500",
    expected: { fourEyesThreshold: "0" },
    password: "secret",
    totp: "123456",
  });
  expect(screen.getByText("2 unsaved changes")).toBeVisible();
  expect(field).toHaveValue("500000");
  expect(await screen.findByRole("button", { name: "Review changes" })).toBeVisible();
});

it("asks for password and code after the review of a setting that protects users", async () => {
  const { user, sent, field } = await openPage(true);
  await user.clear(field);
  await user.type(field, "500");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await user.click(await screen.findByRole("button", { name: "Save 1 change" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm that it is you" });
  expect(sent).toEqual([]);
  const password = within(dialog).getByLabelText("Login password");
  const code = await within(dialog).findByLabelText("Authenticator code");
  const save = within(dialog).getByRole("button", { name: "Save" });
  await user.type(password, "wrong");
  await user.type(code, "123456");
  await user.click(save);
  expect(await within(dialog).findByText("Incorrect password")).toBeInTheDocument();
  await user.clear(password);
  await user.type(password, "secret");
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByText("1 unsaved change")).not.toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({
    fourEyesThreshold: "500",
    expected: { fourEyesThreshold: "0" },
    password: "secret",
    totp: "123456",
  });
});

it("asks for neither after the review of others", async () => {
  const { user, sent } = await openPage(true);
  const smallest = screen.getByLabelText("Smallest stake");
  await user.clear(smallest);
  await user.type(smallest, "2");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await user.click(await screen.findByRole("button", { name: "Save 1 change" }));
  expect(screen.queryByRole("dialog", { name: "Confirm that it is you" })).toBeNull();
  expect(sent).toHaveLength(1);
});

it("asks why a product is paused for everybody", async () => {
  const { user, sent } = await openPage(true);
  await user.click(screen.getByRole("switch", { name: "Options" }));
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await user.click(await screen.findByRole("button", { name: "Save 1 change" }));
  expect(await screen.findByText("Say why, in at least 5 characters")).toBeVisible();
  expect(sent).toHaveLength(0);
  await user.type(screen.getByLabelText("Reason"), "Odd prices everywhere");
  await user.click(screen.getByRole("button", { name: "Save 1 change" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    optionEnabled: false,
    reason: "Odd prices everywhere",
  });
});

it("keeps them from staff without full rights, and says why", async () => {
  const { field } = await openPage(false);
  expect(field).toBeDisabled();
  expect(screen.getByLabelText("Smallest stake")).toBeEnabled();
  const notes = screen.getAllByText("Only full administrators change this.");
  expect(notes).toHaveLength(placedSettings.filter(({ key }) => isGuarded(key)).length);
  for (const { parentElement } of notes) {
    const controls = [...parentElement!.querySelectorAll("input, textarea, select, button")];
    const switches = [...parentElement!.querySelectorAll("[role=switch]")];
    expect(controls.length + switches.length).toBeGreaterThan(0);
    for (const control of controls) expect(control).toBeDisabled();
    for (const control of switches) expect(control).toHaveAttribute("aria-disabled", "true");
  }
});

it("says at its field what does not fit what is stored, until something else is typed there", async () => {
  const { user, sent } = await openPage(true);
  const smallest = screen.getByLabelText("Smallest withdrawal");
  await user.clear(smallest);
  await user.type(smallest, "99999");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(smallest).toHaveFocus());
  expect(smallest).toBeInvalid();
  expect(sent).toEqual([]);
  await user.type(smallest, "{Backspace}");
  expect(smallest).toBeValid();
  expect(smallest).toHaveValue("9999");
});

it("says at its field what is no value of it, of a part too", async () => {
  const { user, sent } = await openPage(true);
  await user.clear(screen.getByLabelText("Duration 1, payout rate"));
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(screen.getByLabelText("Duration 1, seconds")).toHaveFocus());
  expect(sent).toEqual([]);
});
