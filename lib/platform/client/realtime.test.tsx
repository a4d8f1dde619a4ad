import { act } from "@testing-library/react";
import { bindPage } from "./api";
import { connectRealtime } from "./realtime";

type Listener = (...args: unknown[]) => void;

/** Something to listen to, and a way to make it speak. */
function speaker() {
  const listeners = new Map<string, Listener>();
  return {
    on: (name: string, listener: Listener) => void listeners.set(name, listener),
    say: (name: string, ...args: unknown[]) => listeners.get(name)?.(...args),
  };
}

let isAccepted: boolean;
const makeSocket = () => ({
  ...speaker(),
  io: speaker(),
  active: true,
  connect: jest.fn(),
  disconnect: jest.fn(),
  removeAllListeners: jest.fn(),
  onAny: jest.fn(),
  emit: (_name: string, _userId: string, answered: (isAccepted: boolean) => void) =>
    answered(isAccepted),
});

let mockSocket: ReturnType<typeof makeSocket>;
type Auth = (give: (data: unknown) => void) => void;
const mockIo = jest.fn((_options: { auth: Auth }) => mockSocket);
jest.mock("socket.io-client", () => ({
  io: (options: { auth: Auth }) => mockIo(options),
}));

const onState = jest.fn();
const onResync = jest.fn();
let stop: () => void;

async function connect({ hasServer = true } = {}) {
  const body = { success: true, socket: hasServer };
  globalThis.fetch = (async () => ({
    ok: true,
    json: async () => body,
  })) as unknown as typeof fetch;
  stop = connectRealtime({ userId: "1", onEvent: jest.fn(), onResync, onState });
  await jest.advanceTimersByTimeAsync(0);
}
const state = () => onState.mock.lastCall?.[0];
const goOnline = () => act(() => void window.dispatchEvent(new Event("online")));

beforeEach(() => {
  jest.clearAllMocks();
  jest.useFakeTimers();
  mockSocket = makeSocket();
  isAccepted = true;
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe.each([
  ["ten attempts", () => mockSocket.io.say("reconnect_failed")],
  [
    "a registration that is not accepted",
    () => {
      isAccepted = false;
      mockSocket.say("connect");
      // As the next one may be.
      isAccepted = true;
    },
  ],
  [
    "the server's refusal",
    () => {
      mockSocket.active = false;
      mockSocket.say("connect_error");
    },
  ],
])("after %s", (_what, fail) => {
  it("polls, and tries the socket again once a minute", async () => {
    await connect();
    fail();
    expect(state()).toBe("polling");
    jest.advanceTimersByTime(59_000);
    expect(mockSocket.connect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(mockSocket.connect).toHaveBeenCalledTimes(1);

    fail();
    jest.advanceTimersByTime(60_000);
    expect(mockSocket.connect).toHaveBeenCalledTimes(2);
  });

  it("goes on polling while it tries, and stops once it is connected", async () => {
    await connect();
    fail();
    mockSocket.say("connect_error");
    expect(state()).toBe("polling");
    onResync.mockClear();
    jest.advanceTimersByTime(10_000);
    expect(onResync).toHaveBeenCalledTimes(2);

    mockSocket.say("connect");
    expect(state()).toBe("live");
    onResync.mockClear();
    jest.advanceTimersByTime(50_000);
    expect(onResync).not.toHaveBeenCalled();
  });

  it("tries at once when the network comes back", async () => {
    await connect();
    goOnline();
    expect(mockSocket.connect).not.toHaveBeenCalled();
    fail();
    goOnline();
    expect(mockSocket.connect).toHaveBeenCalledTimes(1);
  });

  it("tries nothing more once nobody listens", async () => {
    await connect();
    fail();
    stop();
    goOnline();
    jest.advanceTimersByTime(120_000);
    expect(mockSocket.connect).not.toHaveBeenCalled();
  });
});

it("polls first, waits 10 s for a connection, and tries ten times, 1 to 10 s apart", async () => {
  await connect();
  expect(mockIo.mock.lastCall?.[0]).toMatchObject({
    transports: ["polling", "websocket"],
    timeout: 10_000,
    reconnectionAttempts: 10,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 10_000,
  });
});

it("comes back 2 s after the server ended the connection", async () => {
  await connect();
  mockSocket.say("connect");
  mockSocket.say("disconnect", "io server disconnect");
  expect(state()).toBe("connecting");
  jest.advanceTimersByTime(1_999);
  expect(mockSocket.connect).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(mockSocket.connect).toHaveBeenCalledTimes(1);
});

it("shows the session of that moment at every attempt, and never another account's", async () => {
  const signIn = (id: string, token: string) => {
    localStorage.setItem("user", JSON.stringify({ id }));
    localStorage.setItem("token", token);
  };
  signIn("1", "t1");
  const onLost = jest.fn();
  const unbind = bindPage("1", onLost);
  await connect();
  const shown = () => {
    const give = jest.fn();
    mockIo.mock.lastCall?.[0].auth(give);
    return give.mock.lastCall?.[0];
  };
  expect(shown()).toEqual({ token: "t1" });
  signIn("1", "t2");
  expect(shown()).toEqual({ token: "t2" });
  signIn("2", "t3");
  expect(shown()).toEqual({ token: null });
  expect(onLost).toHaveBeenCalled();
  unbind();
});

it("ends the connection itself when the server does not accept who it is for", async () => {
  isAccepted = false;
  mockSocket.disconnect.mockImplementation(() =>
    mockSocket.say("disconnect", "io client disconnect"),
  );
  await connect();
  mockSocket.say("connect");
  expect(onState.mock.calls).toEqual([["polling"]]);
  expect(mockSocket.disconnect).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(59_000);
  expect(mockSocket.connect).not.toHaveBeenCalled();
});

it("tries no socket where the server has none", async () => {
  await connect({ hasServer: false });
  expect(state()).toBe("polling");
  goOnline();
  jest.advanceTimersByTime(120_000);
  expect(mockIo).not.toHaveBeenCalled();
  expect(mockSocket.connect).not.toHaveBeenCalled();
});
