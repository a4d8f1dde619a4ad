import { act, render } from "@testing-library/react";
import { type Answer, answerFetches } from "@/tests/support/network";
import { RefreshOnReturn } from "./refresh-on-return";

const mockReplace = jest.fn();
const mockRouter = { replace: mockReplace };
let mockPlace = new URL("http://site.test/chat");
jest.mock("next/navigation", () => ({
  useRouter: () => mockRouter,
  usePathname: () => mockPlace.pathname,
  useSearchParams: () => mockPlace.searchParams,
}));

const ADDRESS = "/deposit/address/USDT?network=TRC20";

/** What the site says of its health; null where it can't be reached. */
let health: Answer | null;

beforeEach(() => {
  jest.useFakeTimers();
  mockReplace.mockClear();
  health = { body: {} };
  answerFetches(({ path }) => (path === "/api/health" ? health : undefined));
  mockPlace = new URL("http://site.test/chat");
  window.history.replaceState(null, "", "/chat");
});

afterEach(() => jest.useRealTimers());

/** Lets every question be answered. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(1_000));

function page() {
  const view = render(<RefreshOnReturn except="/admin" />);
  /** The browser is elsewhere at once, the page some time later. */
  const leave = (to: string, byHistory: boolean) => {
    window.history.replaceState(null, "", to);
    if (byHistory) act(() => void window.dispatchEvent(new Event("popstate")));
  };
  const arrive = () => {
    mockPlace = new URL(window.location.href);
    act(() => view.rerender(<RefreshOnReturn except="/admin" />));
  };
  return {
    leave,
    arrive,
    follow: (to: string) => [leave(to, false), arrive()],
    goBack: (to: string) => [leave(to, true), arrive()],
  };
}

it("has a page made anew that Back brings from memory, once and not before it is there", async () => {
  const { leave, arrive } = page();
  leave(ADDRESS, true);
  await settle();
  expect(mockReplace).not.toHaveBeenCalled();
  arrive();
  await settle();
  // Where it is, so that memory and scroll position stay.
  expect(mockReplace.mock.calls).toEqual([[ADDRESS, { scroll: false }]]);
  arrive();
  await settle();
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("also where only the query differs", async () => {
  const { goBack } = page();
  goBack("/chat?tab=two words");
  await settle();
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("leaves alone what comes by a link, a jump within a page, and what it is told to", async () => {
  const { follow, leave, goBack } = page();
  goBack("/admin/trades?status=open");
  follow(ADDRESS);
  leave(`${ADDRESS}#part`, true);
  follow("/chat");
  await settle();
  expect(mockReplace).not.toHaveBeenCalled();
});

it("has a page made anew that the browser brings back as it stood", async () => {
  page();
  const show = (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    return settle();
  };
  await show(false);
  expect(mockReplace).not.toHaveBeenCalled();
  await show(true);
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it.each([
  ["can't be reached", null],
  ["is down", { status: 503, body: {} }],
])("waits where the site %s, so that no error page takes the page's place", async (_, answer) => {
  health = answer;
  const { goBack } = page();
  goBack(ADDRESS);
  await settle();
  expect(mockReplace).not.toHaveBeenCalled();
  health = { body: {} };
  for (const _ of [1, 2]) window.dispatchEvent(new Event("online"));
  await settle();
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("is called off by going on, also for a page that the browser brought back", async () => {
  health = null;
  const { goBack, follow } = page();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await settle();
  goBack(ADDRESS);
  await settle();
  follow("/admin/trades");
  health = { body: {} };
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(mockReplace).not.toHaveBeenCalled();
});

it.each([
  ["a link is followed", true, 0],
  ["a link within the page is followed", false, 1],
])("where %s before it is made anew", async (_, byRouter, times) => {
  health = null;
  const { goBack } = page();
  goBack(ADDRESS);
  await settle();
  // As the router's links do: the way there has begun, and the page is still this one.
  const { container } = render(
    <a href={byRouter ? "/chat" : "#part"} onClick={(event) => byRouter && event.preventDefault()}>
      <span>Chat</span>
    </a>,
  );
  container.querySelector("span")?.click();
  health = { body: {} };
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(mockReplace).toHaveBeenCalledTimes(times);
});

it("is called off by going back once more, before the page is there", async () => {
  health = null;
  const { goBack, leave } = page();
  goBack(ADDRESS);
  await settle();
  leave("/deposit", true);
  health = { body: {} };
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(mockReplace).not.toHaveBeenCalled();
});
