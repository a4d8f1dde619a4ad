import { act, render } from "@testing-library/react";
import { answerFetches } from "@/tests/support/network";
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

let isOnline: boolean;

beforeEach(() => {
  mockReplace.mockClear();
  isOnline = true;
  jest.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  mockPlace = new URL("http://site.test/chat");
  window.history.replaceState(null, "", "/chat");
});
afterEach(() => jest.restoreAllMocks());

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

it("has a page made anew that Back brings from memory, once and not before it is there", () => {
  const { leave, arrive } = page();
  leave(ADDRESS, true);
  expect(mockReplace).not.toHaveBeenCalled();
  arrive();
  // Where it is, so that memory and scroll position stay.
  expect(mockReplace.mock.calls).toEqual([[ADDRESS, { scroll: false }]]);
  arrive();
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("also where only the query differs", () => {
  const { goBack } = page();
  goBack("/chat?tab=two words");
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("leaves alone what comes by a link, a jump within a page, and what it is told to", () => {
  const { follow, leave, goBack } = page();
  goBack("/admin/trades?status=open");
  follow(ADDRESS);
  leave(`${ADDRESS}#part`, true);
  follow("/chat");
  expect(mockReplace).not.toHaveBeenCalled();
});

it("has a page made anew that the browser brings back as it stood", () => {
  jest.useFakeTimers();
  page();
  const show = (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    jest.runAllTimers();
  };
  show(false);
  expect(mockReplace).not.toHaveBeenCalled();
  show(true);
  expect(mockReplace).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

it("waits for the network, so that no error page of the browser takes the page's place", async () => {
  isOnline = false;
  const asked = answerFetches(() => null);
  const { goBack } = page();
  goBack(ADDRESS);
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(asked.map(({ path }) => path)).toEqual(["/api/health"]);
  expect(mockReplace).not.toHaveBeenCalled();
  for (const _ of [1, 2]) window.dispatchEvent(new Event("online"));
  expect(mockReplace).toHaveBeenCalledTimes(1);
});

it("needs no network where the site is on the device itself", async () => {
  isOnline = false;
  answerFetches(() => ({}));
  const { goBack } = page();
  goBack(ADDRESS);
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(mockReplace).toHaveBeenCalledTimes(1);
});
