import fc from "fast-check";
import type { ChatDto, MessageDto } from "./schema";
import {
  isConnected,
  joinPages,
  type MessagePage,
  readUpTo,
  type Thread,
  withNewest,
  withOlder,
} from "./thread-rules";

const chat: ChatDto = {
  id: "chat",
  status: "open",
  unread: 0,
  clearedUpTo: null,
  reopenRequested: false,
  rating: null,
  ratableUntil: null,
};
const idOf = (n: number) => String(n).padStart(6, "0");
const message = (n: number, changes: Partial<MessageDto> = {}): MessageDto => ({
  id: idOf(n),
  sender: "user",
  automatic: false,
  text: `${n}`,
  imageUrl: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  readAt: null,
  clientKey: null,
  ...changes,
});

/** A server: messages (cleared, last], paged as the API pages. */
class Server {
  last = 0;
  cleared = 0;
  page(cursor: string | null, limit = 3): MessagePage {
    const end = cursor === null ? this.last : Number(cursor) - 1;
    const all = Array.from({ length: Math.max(0, end - this.cleared) }, (_, n) => end - n);
    const messages = all.slice(0, limit).map((n) => message(n));
    const nextCursor = all.length > limit ? (messages.at(-1)?.id ?? null) : null;
    const clearedUpTo = this.cleared > 0 ? idOf(this.cleared) : null;
    return { chat: { ...chat, clearedUpTo }, messages, nextCursor };
  }
}

function refetch(server: Server, known: Thread | undefined): Thread {
  let fetched = server.page(null);
  while (!isConnected(known, fetched))
    fetched = joinPages(fetched, server.page(fetched.nextCursor));
  return withNewest(known, fetched);
}

function readBack(server: Server, known: Thread): Thread {
  let thread = known;
  while (thread.olderCursor) {
    thread = withOlder(thread, thread.olderCursor, server.page(thread.olderCursor));
  }
  return thread;
}

const numbers = (thread: Thread | undefined) => thread?.messages.map(({ id }) => Number(id)) ?? [];

describe("what a screen knows of a conversation", () => {
  it("is a gapless stretch up to the newest message, after whatever was missed", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), count: fc.nat(9) }),
      fc.record({ kind: fc.constant("refetch" as const) }),
      fc.record({ kind: fc.constant("ask older" as const) }),
      fc.record({ kind: fc.constant("get older" as const) }),
      fc.record({ kind: fc.constant("clear" as const), left: fc.nat(12) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const server = new Server();
        server.last = 20;
        let thread = refetch(server, undefined);
        let asked: { cursor: string; page: MessagePage } | undefined;
        for (const action of steps) {
          if (action.kind === "write") server.last += action.count;
          if (action.kind === "clear") {
            server.cleared = Math.max(server.cleared, server.last - action.left);
          }
          if (action.kind === "ask older" && thread.olderCursor) {
            asked = { cursor: thread.olderCursor, page: server.page(thread.olderCursor) };
          }
          if (action.kind === "get older" && asked) {
            thread = withOlder(thread, asked.cursor, asked.page);
          }
          if (action.kind === "refetch") {
            thread = refetch(server, thread);
            expect(numbers(thread).at(-1) ?? server.cleared).toBe(server.last);
            expect(thread.chat).toEqual(server.page(null).chat);
          }
          const known = numbers(thread);
          const first = known[0] ?? 0;
          expect(known).toEqual(known.map((_, n) => first + n));
          if (first > 0) expect(first).toBeGreaterThan(Number(thread.chat.clearedUpTo));
        }
        const whole = numbers(readBack(server, refetch(server, thread)));
        const { cleared, last } = server;
        expect(whole).toEqual(Array.from({ length: last - cleared }, (_, n) => cleared + n + 1));
      }),
    );
  });

  it("can be read back to its beginning", () => {
    const server = new Server();
    server.last = 10;
    const thread = readBack(server, refetch(server, undefined));
    expect(numbers(thread)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("has nothing that was cleared, although the newest page does not reach it", () => {
    const server = new Server();
    server.last = 10;
    const known = readBack(server, refetch(server, undefined));
    server.cleared = 4;
    const thread = refetch(server, known);
    expect(numbers(thread)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(thread.olderCursor).toBeNull();
  });

  it("drops an older page that was asked for before the history was cleared", () => {
    const server = new Server();
    server.last = 6;
    const before = refetch(server, undefined);
    const cursor = before.olderCursor ?? "";
    const late = server.page(cursor);
    server.cleared = server.last;
    expect(withOlder(refetch(server, before), cursor, late).messages).toEqual([]);
  });

  it("takes of such a page what was not cleared", () => {
    const server = new Server();
    server.last = 6;
    const before = refetch(server, undefined);
    const cursor = before.olderCursor ?? "";
    const late = server.page(cursor);
    server.cleared = 2;
    const thread = withOlder(refetch(server, before), cursor, late);
    expect(numbers(thread)).toEqual([3, 4, 5, 6]);
    expect(thread.olderCursor).toBeNull();
  });

  it("takes over what changed in messages that it had", () => {
    const known = withNewest(undefined, { chat, messages: [message(1)], nextCursor: null });
    const read = message(1, { readAt: "2026-11-21T09:01:00.000Z" });
    const fetched = { chat: { ...chat, status: "closed" as const }, messages: [read] };
    const thread = withNewest(known, { ...fetched, nextCursor: null });
    expect(thread).toMatchObject({ chat: { status: "closed" }, messages: [read] });
  });
});

describe("read marks", () => {
  const at = "2026-11-21T09:01:00.000Z";
  it("hold for everything before the newest that was read", () => {
    const messages = [
      message(1),
      message(2, { readAt: at }),
      message(3, { sender: "support", readAt: at }),
      message(4),
    ];
    expect(readUpTo(messages, "user")).toBe(idOf(2));
    expect(readUpTo(messages, "support")).toBe(idOf(3));
    expect(readUpTo([message(1)], "user")).toBeNull();
  });
});
