import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HideBalancesButton } from "@/components/ui/choices/hideable-amount";
import { STORED_CHOICES_SCRIPT } from "@/components/ui/choices/stored-choices-script";
import { ColourModeSwitch, ThemeSwitch, TimesSwitch } from "@/components/ui/choices/theme-switch";
import type { Looks } from "@/lib/accounts/preferences-schema";
import { bindPage } from "@/lib/platform/client/api";
import { answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { PreferenceSync } from "./preference-sync";

let sent: Sent[];
const saved = () => sent.map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  // As the document's head does it.
  new Function(STORED_CHOICES_SCRIPT)();
  sent = answerFetches(() => ({}));
});

function show(chosen: Looks) {
  const tree = (value: Looks) => (
    <QueryClientProvider client={new QueryClient()}>
      <PreferenceSync chosen={value} />
      <ThemeSwitch />
      <ColourModeSwitch />
      <TimesSwitch />
      <HideBalancesButton />
    </QueryClientProvider>
  );
  const { rerender } = renderUi(tree(chosen));
  return { user: userEvent.setup(), again: (value: Looks) => rerender(tree(value)) };
}

const DARK: Looks = {
  theme: "dark",
  colourMode: "blue-orange",
  hideBalances: true,
  times: "utc",
};
const root = document.documentElement;

it("puts what the account has on this device, and sends nothing back", async () => {
  show(DARK);
  await waitFor(() => expect(root.dataset.theme).toBe("dark"));
  expect(root.dataset.colours).toBe("blue-orange");
  expect(screen.getByRole("button", { name: /amounts/ })).toHaveAttribute("aria-pressed", "true");
  expect(localStorage.getItem("theme")).toBe("dark");
  expect(screen.getByRole("radio", { name: "UTC" })).toBeChecked();
  expect(saved()).toEqual([]);
});

it("stores each choice with the account, by itself and in their order", async () => {
  const { user } = show({
    theme: "system",
    colourMode: "default",
    hideBalances: false,
    times: "local",
  });
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  await user.click(screen.getByRole("radio", { name: "Blue / orange" }));
  await user.click(screen.getByRole("button", { name: /amounts/ }));
  await user.click(screen.getByRole("radio", { name: "UTC" }));
  await waitFor(() => expect(saved()).toHaveLength(4));
  expect(saved()).toEqual([
    { theme: "dark" },
    { colourMode: "blue-orange" },
    { hideBalances: true },
    { times: "utc" },
  ]);
});

/** What another tab does: it stores the choice, and this one is told. */
async function chooseElsewhere(key: string, newValue: string) {
  localStorage.setItem(key, newValue);
  await act(async () => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
}

it("shows what another tab chose, and stores none of it with this tab's account", async () => {
  const { user } = show({
    theme: "system",
    colourMode: "default",
    hideBalances: false,
    times: "local",
  });
  await chooseElsewhere("theme", "dark");
  await chooseElsewhere("colours", "blue-orange");
  await chooseElsewhere("hideBalances", "1");
  expect(root.dataset).toMatchObject({ theme: "dark", colours: "blue-orange", balances: "hidden" });
  await waitFor(() => expect(screen.getByRole("radio", { name: "Blue / orange" })).toBeChecked());
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(screen.getByRole("button", { name: /amounts/ })).toHaveAttribute("aria-pressed", "true");

  // A choice made here goes alone: the rest was not chosen here.
  await user.click(screen.getByRole("radio", { name: "Light" }));
  await waitFor(() => expect(saved()).toEqual([{ theme: "light" }]));
  await chooseElsewhere("colours", "default");
  await chooseElsewhere("hideBalances", "0");
  expect(root.dataset).not.toHaveProperty("colours");
  expect(root.dataset).not.toHaveProperty("balances");
  expect(saved()).toHaveLength(1);
});

it("stores no choice with the account of whoever is logged in in another tab", async () => {
  const { user } = show({
    theme: "system",
    colourMode: "default",
    hideBalances: false,
    times: "local",
  });
  const onLost = jest.fn();
  const unbind = bindPage("anna", onLost);
  localStorage.setItem("user", JSON.stringify({ id: "bert" }));
  localStorage.setItem("token", "token-bert");
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(onLost).toHaveBeenCalled());
  unbind();
  expect(saved()).toEqual([]);
});

it("keeps a choice that the server's next page does not know yet, and takes one from elsewhere", async () => {
  const start: Looks = {
    theme: "light",
    colourMode: "default",
    hideBalances: false,
    times: "local",
  };
  const { user, again } = show(start);
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  again({ ...start });
  expect(root.dataset.theme).toBe("dark");
  again(DARK);
  await waitFor(() => expect(root.dataset.colours).toBe("blue-orange"));
  await waitFor(() => expect(saved()).toHaveLength(1));
});
