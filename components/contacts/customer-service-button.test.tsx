import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ContactDto } from "@/lib/contacts/schema";
import { answerFetches } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { CustomerServiceButton } from "./customer-service-button";

let pathname = "/login";
jest.mock("next/navigation", () => ({ usePathname: () => pathname }));

const service = (changes: Partial<ContactDto>): ContactDto => ({
  _id: changes.title ?? "id",
  title: "Contact",
  description: "",
  link: "/chat",
  linkType: "internal",
  icon: "",
  iconType: "other",
  order: 1,
  ...changes,
});

const answer = (services: ContactDto[] | null) =>
  answerFetches(() => services && { body: { services } });

function page() {
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  const element = () => (
    <QueryClientProvider client={client}>
      <CustomerServiceButton />
    </QueryClientProvider>
  );
  const view = renderUi(element());
  return { user: userEvent.setup(), again: () => view.rerender(element()) };
}

const button = () => screen.findByRole("button", { name: /^Customer service/ });
const popup = () => screen.findByRole("dialog", { name: "Customer service" });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

beforeEach(() => {
  pathname = "/login";
  localStorage.clear();
  AbortSignal.timeout = () => new AbortController().signal;
});
afterEach(() => {
  jest.useRealTimers();
});

it("lists the services by their order, as links of their kind", async () => {
  answer([
    service({ title: "Call", link: "+44 20 7946 0000", linkType: "phone", order: 4 }),
    service({ title: "Site", link: "https://example.com/help", linkType: "url", order: 1 }),
    service({ title: "Mail", link: "help@example.com", linkType: "email", order: 3 }),
    service({ title: "Chat", description: "Logged in", order: 2 }),
    service({ title: "Odd", link: "javascript:alert(1)", linkType: "url", order: 5 }),
  ]);
  const { user } = page();
  await user.click(await button());
  const dialog = await popup();
  await within(dialog).findByText("Odd");
  const links = within(dialog).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://example.com/help",
    "/chat",
    "mailto:help@example.com",
    "tel:+442079460000",
  ]);
  expect(links[0]).toHaveAttribute("target", "_blank");
  expect(links[0]).toHaveAccessibleName(/Site.*Website.*opens in a new tab/);
  expect(links[1]).toHaveAccessibleName(/Chat.*Logged in.*On this site/);
});

it("has a badge while there are services that nobody has looked at", async () => {
  answer([service({})]);
  const { user } = page();
  await user.click(await screen.findByRole("button", { name: "Customer service, new" }));
  await popup();
  await user.keyboard("{Escape}");
  await closed();
  expect(screen.getByRole("button", { name: "Customer service" })).toHaveFocus();
  expect(localStorage.getItem("customerServiceSeen")).not.toBeNull();
});

it("closes half a second after a choice", async () => {
  answer([service({ title: "Mail", link: "help@example.com", linkType: "email" })]);
  const { user } = page();
  await user.click(await button());
  const link = await within(await popup()).findByRole("link");
  link.addEventListener("click", (event) => event.preventDefault());
  jest.useFakeTimers();
  fireEvent.click(link);
  act(() => jest.advanceTimersByTime(499));
  expect(screen.getByRole("dialog")).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("closes when the route changes, and stays so on the way back", async () => {
  answer([service({})]);
  const { user, again } = page();
  await user.click(await button());
  await popup();
  const go = (path: string) =>
    act(() => {
      pathname = path;
      again();
    });
  go("/register");
  await closed();
  go("/login");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("says so when there are none", async () => {
  answer([]);
  const { user } = page();
  await user.click(await screen.findByRole("button", { name: "Customer service" }));
  const dialog = await popup();
  expect(await within(dialog).findByText("No Services Available")).toBeInTheDocument();
  expect(
    within(dialog).getByText("Customer service is currently unavailable. Please try again later."),
  ).toBeInTheDocument();
});

it("logs a failure and shows the empty list", async () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  answer(null);
  const { user } = page();
  await user.click(await button());
  expect(await screen.findByText("No Services Available")).toBeInTheDocument();
  expect(logged).toHaveBeenCalledWith("Failed to load customer services", expect.anything());
});
