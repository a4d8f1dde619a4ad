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

const chat: ChatDto = { id: "chat", status: "open", unread: 0 };
const idOf = (n: number) => String(n).padStart(6, "0");
const message = (n: number, changes: Partial<MessageDto> = {}): MessageDto => ({
  id: idOf(n),
  sender: "user",
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
    return { chat, messages, nextCursor };
  }
}

function refetch(server: Server, known: Thread | undefined): Thread {
  let fetched = server.page(null);
  while (!isConnected(known, fetched))
    fetched = joinPages(fetched, server.page(fetched.nextCursor));
  return withNewest(known, fetched);
}

const numbers = (thread: Thread | undefined) => thread?.messages.map(({ id }) => Number(id)) ?? [];

describe("what a screen knows of a conversation", () => {
  it("is a gapless stretch up to the newest message, after whatever was missed", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), count: fc.nat(9) }),
      fc.record({ kind: fc.constant("refetch" as const) }),
      fc.record({ kind: fc.constant("older" as const) }),
      fc.record({ kind: fc.constant("clear" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const server = new Server();
        let thread: Thread | undefined;
        for (const action of steps) {
          if (action.kind === "write") server.last += action.count;
          if (action.kind === "clear") server.cleared = server.last;
          if (action.kind === "older" && thread?.olderCursor) {
            thread = withOlder(thread, thread.olderCursor, server.page(thread.olderCursor));
          }
          if (action.kind !== "refetch") continue;
          thread = refetch(server, thread);
          const known = numbers(thread);
          const first = known[0] ?? server.last + 1;
          expect(known).toEqual(
            Array.from({ length: server.last - first + 1 }, (_, n) => first + n),
          );
          expect(first).toBeGreaterThan(server.cleared);
          expect(thread.olderCursor === null).toBe(first === server.cleared + 1);
        }
      }),
    );
  });

  it("can be read back to its beginning", () => {
    const server = new Server();
    server.last = 10;
    let thread = refetch(server, undefined);
    while (thread.olderCursor) {
      thread = withOlder(thread, thread.olderCursor, server.page(thread.olderCursor));
    }
    expect(numbers(thread)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
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
