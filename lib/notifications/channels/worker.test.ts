import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

type Handler = (event: object) => void;
type Shown = { title: string; tag: string; data: { url: string; id?: string }; close: () => void };
type Window = { url: string; focused?: boolean; visibilityState?: string };

const SITE = "https://site.example";

/** The service worker in a browser with these windows, and with what it shows already. */
function worker(windows: Window[], shown: Shown[] = []) {
  const handlers = new Map<string, Handler>();
  const said: string[] = [];
  const self = {
    location: { origin: SITE },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    clients: {
      matchAll: async () =>
        windows.map((one) => ({
          ...one,
          focus: async () => said.push(`focus ${one.url}`),
          navigate: async (url: string) => said.push(`${one.url} goes to ${url}`),
        })),
      openWindow: async (url: string) => said.push(`opens ${url}`),
    },
    registration: {
      getNotifications: async () => shown,
      showNotification: async (title: string, options: { renotify: boolean; tag?: string }) => {
        // As browsers do.
        if (options.renotify && !options.tag) throw new TypeError("renotify needs a tag");
        said.push(`${options.renotify ? "" : "quietly "}shows ${title}`);
      },
    },
  };
  runInContext(readFileSync("public/sw.js", "utf8"), createContext({ self, URL }));
  const run = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (done: Promise<unknown>) => waits.push(done) });
    await Promise.all(waits);
    return said;
  };
  return {
    push: (message: object) => run("push", { data: { json: () => message } }),
    press: (url: string) =>
      run("notificationclick", {
        notification: { data: { url }, close: () => said.push("closes it") },
      }),
    said,
  };
}

const work = { id: "7", tag: "new-work", title: "New work", body: "", url: "/admin/deposits" };
const news = { id: "8", tag: "abc", title: "News", body: "", url: "/notifications" };
const shownAs = (tag: string, id?: string): Shown => ({
  title: "",
  tag,
  data: { url: "/admin/deposits", id },
  close: () => undefined,
});
const panel = { url: `${SITE}/admin/users`, visibilityState: "visible" };
const page = { url: `${SITE}/trade`, focused: true, visibilityState: "visible" };

it.each([
  ["new work over a page of a user", work, [page], ["shows New work"]],
  ["no new work over the panel", work, [panel], []],
  [
    "new work over a hidden panel",
    work,
    [{ ...panel, visibilityState: "hidden" }],
    ["shows New work"],
  ],
  ["no news over a page", news, [page], []],
  ["no news over the panel, which shows them, too", news, [{ ...panel, focused: true }], []],
  ["news where nobody looks", news, [{ ...page, focused: false }], ["shows News"]],
])("shows %s", async (_what, message, windows, expected) => {
  expect(await worker(windows).push(message)).toEqual(expected);
});

it("takes the place of what a hidden panel has shown of the same, quietly", async () => {
  const closed: string[] = [];
  const shown = ["new-work-chat", "abc", "new-work-deposits"].map((tag) => ({
    ...shownAs(tag),
    close: () => closed.push(tag),
  }));
  expect(await worker([], shown).push(work)).toEqual(["quietly shows New work"]);
  expect(closed).toEqual(["new-work-chat", "new-work-deposits"]);
});

it("sounds again for another message, not for one that comes twice", async () => {
  expect(await worker([], [shownAs("new-work", "6")]).push(work)).toEqual(["shows New work"]);
  expect(await worker([], [shownAs("new-work", "7")]).push(work)).toEqual([
    "quietly shows New work",
  ]);
});

it("shows what a server of the version before sends, which names no tag", async () => {
  const { tag: _none, ...old } = news;
  expect(await worker([]).push(old)).toEqual(["shows News"]);
});

it.each([
  ["/admin/deposits", [page, panel], ["opens /admin/deposits"]],
  ["/notifications", [panel], ["opens /notifications"]],
  ["/notifications", [panel, page], [`focus ${page.url}`, `${page.url} goes to /notifications`]],
])(
  "a press leads to %s, and no window of the panel away from where it is",
  async (url, windows, expected) => {
    expect(await worker(windows).press(url)).toEqual(["closes it", ...expected]);
  },
);
