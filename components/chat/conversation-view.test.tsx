import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { chatKeys, MESSAGES_PER_PAGE, myConversation } from "@/lib/chat/client";
import type { ChatDto, MessageDto } from "@/lib/chat/schema";
import { imageFile } from "@/tests/support/images";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { ConversationView } from "./conversation-view";

type Post = { message: string; key: string | null };

/** A server with one conversation, as far as the screen can tell. */
class Server {
  chat: ChatDto = {
    id: "chat-1",
    status: "open",
    unread: 0,
    clearedUpTo: null,
    reopenRequested: false,
    rating: null,
    ratableUntil: null,
  };
  messages: MessageDto[] = [];
  posts: Post[] = [];
  reads: string[] = [];
  /** What the next sends answer instead of accepting. */
  failures: ("network" | Answer)[] = [];
  private count = 0;

  add(changes: Partial<MessageDto> = {}): MessageDto {
    this.count += 1;
    const message: MessageDto = {
      id: String(this.count).padStart(4, "0"),
      sender: "support",
      automatic: false,
      text: "text",
      imageUrl: null,
      createdAt: new Date().toISOString(),
      readAt: null,
      clientKey: null,
      ...changes,
    };
    this.messages.unshift(message);
    return message;
  }

  private page(cursor: string | null) {
    const rest = this.messages.filter(({ id }) => cursor === null || id < cursor);
    const messages = rest.slice(0, MESSAGES_PER_PAGE);
    const nextCursor = rest.length > messages.length ? messages.at(-1)?.id : null;
    return { chat: this.chat, messages, nextCursor };
  }

  handle({ path, body, key }: Sent): Answer | null {
    if (path.includes("/my-chat")) {
      return { body: this.page(new URLSearchParams(path.split("?")[1]).get("cursor")) };
    }
    if (path.includes("/mark-read")) {
      this.reads.push((body as { upTo: string }).upTo);
      this.chat = { ...this.chat, unread: 0 };
      return { body: { chat: this.chat } };
    }
    if (path.includes("/reopen-request")) {
      this.chat = { ...this.chat, reopenRequested: true };
      return { body: { chat: this.chat } };
    }
    const { message } = body as { message: string };
    this.posts.push({ message, key });
    const failure = this.failures.shift();
    if (failure === "network") return null;
    if (failure) return failure;
    this.add({ sender: "user", text: message, clientKey: key });
    return { status: 201 };
  }
}

let server: Server;
let names = 0;

beforeEach(() => {
  server = new Server();
  sessionStorage.clear();
  AbortSignal.timeout = () => new AbortController().signal;
  Element.prototype.scrollTo = () => undefined;
  answerFetches((sent) => server.handle(sent));
});

function open(outboxName = `test-${++names}`, conversation = myConversation) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = renderUi(
    <QueryClientProvider client={client}>
      <ConversationView
        conversation={conversation}
        outboxName={outboxName}
        emptyText="No messages yet."
      />
    </QueryClientProvider>,
  );
  const arrive = () => act(() => client.invalidateQueries({ queryKey: chatKeys.mine() }));
  return { ...view, arrive, outboxName };
}

const field = () => screen.findByLabelText("Message");
const log = () => screen.getByRole("log");
const bubbles = () => within(log()).getAllByRole("listitem");

describe("writing", () => {
  it("Enter sends, Shift and Enter begin a line", async () => {
    const user = userEvent.setup();
    open();
    await user.type(await field(), "one{Shift>}{Enter}{/Shift}two{Enter}");
    await waitFor(() => expect(server.posts.map(({ message }) => message)).toEqual(["one\ntwo"]));
    expect(await field()).toHaveValue("");
    await waitFor(() => expect(bubbles()[0]).toHaveTextContent(/You: one two.*Sent/));
    expect(bubbles()).toHaveLength(1);
  });

  it("the Enter that ends the composition of a character does not send", async () => {
    const user = userEvent.setup();
    open();
    await user.type(await field(), "にほん");
    fireEvent.keyDown(await field(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(await field(), { key: "Enter", keyCode: 229 });
    expect(server.posts).toEqual([]);
    expect(await field()).toHaveValue("にほん");
  });

  it("nothing is sent of an empty text, and a text that is too long stays", async () => {
    const user = userEvent.setup();
    open();
    await user.type(await field(), "   {Enter}");
    fireEvent.change(await field(), { target: { value: "x".repeat(2001) } });
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(server.posts).toEqual([]);
    expect(await field()).toHaveAccessibleDescription(
      "The message has 2001 characters. 2000 are allowed.",
    );
    expect(await field()).toHaveValue("x".repeat(2001));
  });

  it("texts keep their order", async () => {
    const user = userEvent.setup();
    open();
    await user.type(await field(), "1{Enter}2{Enter}3{Enter}");
    await waitFor(() => expect(server.posts).toHaveLength(3));
    expect(server.posts.map(({ message }) => message)).toEqual(["1", "2", "3"]);
  });
});

describe("what was not sent", () => {
  it("stays, and is sent again as the same message", async () => {
    const user = userEvent.setup();
    server.failures = ["network"];
    open();
    await user.type(await field(), "hello{Enter}");
    const failed = await screen.findByText("Not sent.");
    expect(failed.closest("[role=alert]")).toHaveTextContent("Network error");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(bubbles()[0]).toHaveTextContent(/hello.*Sent/));
    expect(bubbles()).toHaveLength(1);
    expect(new Set(server.posts.map(({ key }) => key)).size).toBe(1);
  });

  it("survives a reload, as does what was being typed", async () => {
    const user = userEvent.setup();
    server.failures = ["network"];
    const { unmount, outboxName } = open();
    await user.type(await field(), "hello{Enter}");
    await screen.findByText("Not sent.");
    await user.type(await field(), "and then");
    unmount();
    // Another name is another page's memory; the storage is the same tab's.
    const kept = sessionStorage.getItem(`draft:${outboxName}`) ?? "";
    sessionStorage.setItem("draft:after-reload", kept);
    open("after-reload");
    expect(await field()).toHaveValue("and then");
    await waitFor(() => expect(bubbles()[0]).toHaveTextContent(/hello.*Sent/));
    expect(new Set(server.posts.map(({ key }) => key)).size).toBe(1);
  });

  it("goes by itself when the network is back, in order, each once", async () => {
    const user = userEvent.setup();
    server.failures = ["network"];
    const { arrive } = open();
    await user.type(await field(), "1{Enter}2{Enter}3{Enter}");
    await waitFor(() => expect(screen.getAllByText(/^It goes by itself/)).toHaveLength(3));
    expect(server.posts.map(({ message }) => message)).toEqual(["1"]);
    act(() => void window.dispatchEvent(new Event("online")));
    const expectEachOnce = () =>
      expect(server.posts.map(({ message }) => message)).toEqual(["1", "1", "2", "3"]);
    await waitFor(expectEachOnce);
    await waitFor(() => expect(screen.queryByText("Not sent.")).not.toBeInTheDocument());
    await arrive();
    act(() => void window.dispatchEvent(new Event("online")));
    expectEachOnce();
    expect(new Set(server.posts.map(({ key }) => key)).size).toBe(3);
    expect(bubbles().map((item) => item.textContent?.match(/\d/)?.[0])).toEqual(["1", "2", "3"]);
  });

  it("what was refused does not go by itself, and keeps nothing else back", async () => {
    const user = userEvent.setup();
    server.failures = [
      { status: 422, body: { success: false, code: "VALIDATION", message: "no" } },
    ];
    const { arrive } = open();
    await user.type(await field(), "1{Enter}2{Enter}");
    await waitFor(() => expect(server.posts).toHaveLength(2));
    await arrive();
    act(() => void window.dispatchEvent(new Event("online")));
    expect(server.posts.map(({ message }) => message)).toEqual(["1", "2"]);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });

  it("disappears when it turns out that it had arrived", async () => {
    const user = userEvent.setup();
    server.failures = ["network"];
    const { arrive } = open();
    await user.type(await field(), "hello{Enter}");
    await screen.findByText("Not sent.");
    server.add({ sender: "user", text: "hello", clientKey: server.posts[0]?.key ?? null });
    await arrive();
    await waitFor(() => expect(screen.queryByText("Not sent.")).not.toBeInTheDocument());
    expect(bubbles()).toHaveLength(1);
  });

  it("can be taken out", async () => {
    const user = userEvent.setup();
    server.failures = ["network"];
    const { outboxName } = open();
    await user.type(await field(), "hello{Enter}");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(screen.queryByText("hello")).not.toBeInTheDocument();
    expect(sessionStorage.getItem(`draft:${outboxName}`)).not.toContain("hello");
  });

  it("says why, and a conversation that was closed shows it", async () => {
    const user = userEvent.setup();
    const message = "This conversation is closed";
    server.failures = [{ status: 409, body: { success: false, code: "CHAT_CLOSED", message } }];
    open();
    await field();
    server.chat = { ...server.chat, status: "closed" };
    await user.type(await field(), "hello{Enter}");
    await waitFor(() => expect(screen.queryByLabelText("Message")).not.toBeInTheDocument());
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(screen.getByText("hello")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Ask support to reopen it" }));
    expect(await screen.findByText(/You asked support to reopen it/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /reopen/ })).not.toBeInTheDocument();
  });

  it("goes on for support in a closed one, which says that it is closed", async () => {
    const user = userEvent.setup();
    server.chat = { ...server.chat, status: "closed" };
    open("staff", { ...myConversation, viewer: "support" });
    await user.type(await field(), "goodbye{Enter}");
    await waitFor(() => expect(server.posts.map(({ message }) => message)).toEqual(["goodbye"]));
    expect(screen.getByText(/^This conversation is closed\. The user/)).toBeInTheDocument();
  });
});

describe("reading", () => {
  it("tells the server what was seen, once", async () => {
    server.add();
    server.add();
    server.chat = { ...server.chat, unread: 2 };
    const { arrive } = open();
    await waitFor(() => expect(server.reads).toEqual(["0002"]));
    server.add();
    server.chat = { ...server.chat, unread: 1 };
    await arrive();
    await waitFor(() => expect(server.reads).toEqual(["0002", "0003"]));
  });

  it("shows which own messages were read", async () => {
    server.add({ sender: "user", text: "first" });
    server.add({ sender: "user", text: "second", readAt: new Date().toISOString() });
    server.add({ sender: "user", text: "third" });
    open();
    await screen.findByText("third");
    expect(bubbles().map((item) => item.textContent?.match(/Read|Sent/)?.[0])).toEqual([
      "Read",
      "Read",
      "Sent",
    ]);
  });

  it("names an automatic answer as one", async () => {
    server.add({ automatic: true, text: "Support is closed now" });
    open();
    const words = await screen.findByText("Support is closed now");
    expect(words.parentElement).toHaveTextContent(/^Automatic answer: /);
  });

  it("shows text as it is, never as markup", async () => {
    const text = "<b>bold</b> https://example.com";
    server.add({ text });
    open();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(within(log()).queryByRole("link")).not.toBeInTheDocument();
  });
});

describe("reading back", () => {
  const LINE = 100;

  beforeEach(() => {
    Element.prototype.scrollTo = function scrollToEnd() {
      this.scrollTop = 0;
    };
  });

  /** Opens the conversation and scrolls up in it, not yet to its oldest message. */
  async function readBack(outboxName?: string, viewer: MessageDto["sender"] = "user") {
    const view = open(outboxName, { ...myConversation, viewer });
    await field();
    Object.defineProperty(log(), "scrollHeight", { get: () => bubbles().length * LINE });
    log().scrollTop = -10 * LINE;
    fireEvent.scroll(log());
    return view;
  }

  async function loadEarlier() {
    const before = bubbles().length;
    await userEvent.click(screen.getByRole("button", { name: "Load earlier messages" }));
    await waitFor(() => expect(bubbles().length).toBeGreaterThan(before));
  }

  const newMessages = () => screen.queryByRole("button", { name: "New messages" });
  const addPage = (changes: Partial<MessageDto>) => {
    for (let n = 0; n < MESSAGES_PER_PAGE; n++) server.add(changes);
  };

  it.each([
    ["the user's", "user", "support", "user"],
    ["the user's, behind many answers", "user", "user", "support"],
    ["support's", "support", "support", "user"],
  ] as const)("keeps the place of %s", async (_name, viewer, oldest, newest) => {
    server.add({ sender: oldest });
    addPage({ sender: newest });
    const { arrive } = await readBack(undefined, viewer);
    await loadEarlier();
    expect(log().scrollTop).toBe(-10 * LINE);
    expect(newMessages()).not.toBeInTheDocument();
    server.add({ sender: viewer === "user" ? "support" : "user" });
    await arrive();
    await waitFor(() => expect(newMessages()).toBeInTheDocument());
    expect(log().scrollTop).toBe(-11 * LINE);
  });

  it("tells of an answer below which something waits that was not sent", async () => {
    server.failures = [
      { status: 429, body: { success: false, code: "RATE_LIMITED", message: "no" } },
    ];
    server.add();
    const { arrive } = await readBack();
    await userEvent.type(await field(), "hello{Enter}");
    await screen.findByText("Not sent.");
    log().scrollTop = -10 * LINE;
    fireEvent.scroll(log());
    server.add();
    await arrive();
    await waitFor(() => expect(newMessages()).toBeInTheDocument());
    expect(log().scrollTop).toBe(-11 * LINE);
    server.add({ sender: "user", text: "hello", clientKey: server.posts[0]?.key ?? null });
    await arrive();
    await waitFor(() => expect(screen.queryByText("Not sent.")).not.toBeInTheDocument());
    expect(newMessages()).toBeInTheDocument();
    expect(log().scrollTop).toBe(-11 * LINE);
  });

  it("leaves every message in its place of the page, also what waits since yesterday", async () => {
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const item = {
      key: "key-1",
      createdAt: yesterday,
      text: "hello",
      imageName: null,
      failed: true,
    };
    sessionStorage.setItem("draft:waiting", JSON.stringify({ draft: "", items: [item] }));
    server.add({ createdAt: yesterday });
    server.add();
    addPage({});
    await readBack("waiting");
    const shown = bubbles();
    await loadEarlier();
    expect(bubbles().slice(2)).toEqual(shown);
    for (const bubble of shown) expect(bubble).toBeInTheDocument();
  });
});

describe("images", () => {
  it("are checked before they are taken, in the specification's words", async () => {
    const user = userEvent.setup({ applyAccept: false });
    open();
    await field();
    const input = screen.getByLabelText("Choose image", { selector: "input" });
    await user.upload(input, new File(["text"], "notes.txt", { type: "text/plain" }));
    expect(await screen.findByText("Please upload an image file")).toBeInTheDocument();
    const big = imageFile("png", "big.png", "image/png", 10 * 1024 * 1024 + 1);
    await user.upload(input, big);
    expect(await screen.findByText("File size must be less than 10MB")).toBeInTheDocument();
    expect(screen.queryByText("big.png")).not.toBeInTheDocument();
  });
});
