import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { jest } from "@jest/globals";
import type { Server as SocketServer } from "socket.io";
import { io, Manager, type Socket } from "socket.io-client";
import { GET as balanceRoute } from "@/app/api/auth/balance/route";
import { deliveries } from "@/deliveries";
import { getBalance } from "@/lib/accounts/balance";
import { transaction } from "@/lib/platform/db";
import type { Loop } from "@/lib/platform/jobs/loop";
import { log } from "@/lib/platform/log";
import { publishEvent } from "@/lib/platform/outbox";
import { startRelay } from "@/lib/platform/outbox/relay";
import { REVOKED_EVENT } from "@/lib/platform/realtime";
import { type Realtime, type SocketIdentity, startRealtime } from "@/lib/platform/realtime/server";
import { forgetSettings, getSettings } from "@/lib/settings/data";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";

const expiresAtMs = Date.now() + 3_600_000;
const people = new Map<string, SocketIdentity>([
  ["ann-token", { userId: "ann", sessionId: "s1", rooms: [], expiresAtMs }],
  ["bob-token", { userId: "bob", sessionId: "s2", rooms: ["admins", "admins:*"], expiresAtMs }],
  [
    "cyd-token",
    { userId: "cyd", sessionId: "s3", rooms: ["admins", "admins:chat.answer"], expiresAtMs },
  ],
  [
    "dee-token",
    { userId: "dee", sessionId: "s4", rooms: ["admins", "admins:finance"], expiresAtMs },
  ],
]);

type Instance = { httpServer: Server; realtime: Realtime; url: string };
const instances: Instance[] = [];
const sockets: Socket[] = [];

let relay: Loop;
beforeAll(() => {
  relay = startRelay(deliveries);
});
afterAll(() => relay.stop());

type Checks = Partial<
  Pick<Parameters<typeof startRealtime>[0], "verify" | "roomsOf" | "forget" | "loads">
>;

async function startInstance(checks: Checks = {}): Promise<Instance> {
  const httpServer = createServer();
  const realtime = await startRealtime({
    httpServer,
    verify: async (token) => people.get(token) ?? null,
    roomsOf: async () =>
      new Map([...people.values()].map(({ sessionId, rooms }) => [sessionId, rooms])),
    ...checks,
  });
  await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
  const instance = {
    httpServer,
    realtime,
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
  };
  instances.push(instance);
  return instance;
}

type Heard = { event: string; data: unknown }[];

function connect({ url }: Instance, token: string): { socket: Socket; heard: Heard } {
  const socket = io(url, { auth: { token }, reconnection: false, forceNew: true });
  sockets.push(socket);
  const heard: Heard = [];
  socket.onAny((event: string, data: unknown) => heard.push({ event, data }));
  return { socket, heard };
}

async function join(instance: Instance, user: string) {
  const client = connect(instance, `${user}-token`);
  await until("it is connected", () => client.socket.connected);
  expect(await client.socket.emitWithAck("register", user)).toBe(true);
  return client;
}

async function loseConnections(): Promise<void> {
  await testDatabase().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'realtime' AND datname = current_database()",
  );
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  for (const { httpServer, realtime } of instances.splice(0)) {
    await realtime.stop();
    httpServer.closeAllConnections();
    await new Promise((resolve) => httpServer.close(resolve));
  }
});

describe("realtime", () => {
  it("refuses a socket without a live session", async () => {
    const { socket } = connect(await startInstance(), "stolen");
    const error = await new Promise<Error>((resolve) => socket.once("connect_error", resolve));
    expect(error.message).toBe("Session expired. Please login again.");
  });

  it("gives a user fifty sockets, refuses more, and has room again when some are gone", async () => {
    const instance = await startInstance();
    const tabs = Array.from({ length: 55 }, () => connect(instance, "ann-token").socket);
    const refusals: string[] = [];
    for (const socket of tabs) {
      socket.on("connect_error", ({ message }) => refusals.push(message));
    }
    const open = () => tabs.filter(({ connected }) => connected);
    await until("all are answered", () => open().length + refusals.length === tabs.length);
    expect(refusals).toEqual(Array(5).fill("Too many connections"));
    await join(instance, "bob");
    const [refused] = tabs.filter(({ connected }) => !connected);
    let asked = 0;
    open()[0]?.disconnect();
    await until("there is room", () => {
      // One that was refused, and not one that waits for its answer.
      if (!refused?.connected && refusals.length > asked) {
        asked = refusals.length;
        refused?.connect();
      }
      return refused?.connected === true;
    });
    expect(open()).toHaveLength(50);
  });

  it("takes one socket a connection, and another after it is refused or gone", async () => {
    const checks: (() => void)[] = [];
    const verify = async (token: string) => {
      await new Promise<void>((resolve) => checks.push(resolve));
      return people.get(token) ?? null;
    };
    const { url } = await startInstance({ verify });
    const manager = new Manager(url, { reconnection: false, autoConnect: false });
    await new Promise<void>((resolve) => manager.open(() => resolve()));
    const answers: string[] = [];
    manager.engine.on("data", (text: string) => {
      if (/^[04]/.test(text)) answers.push(text.replace(/^0.*/, "taken").replace(/^4/, ""));
    });
    const ask = async (token: string, times: number) => {
      const text = `0${JSON.stringify({ token })}`;
      const [asked, answered] = [checks.length, answers.length];
      for (let n = 0; n < times; n += 1) manager.engine.write(text);
      await until("others are refused", () => answers.length === answered + times - 1);
      const pass = await until("one is checked", () => checks[asked]);
      pass();
      await until("it is answered", () => answers.length === answered + times);
      expect(checks).toHaveLength(asked + 1);
      return answers.slice(answered);
    };
    const tooMany = '{"message":"Too many connections"}';
    expect(await ask("stolen", 2)).toEqual([tooMany, expect.stringContaining("Session expired")]);
    expect(await ask("ann-token", 20)).toEqual([...Array<string>(19).fill(tooMany), "taken"]);
    manager.engine.write("1");
    const { __io: server } = globalThis as { __io?: SocketServer };
    await until("it is gone", () => server?.of("/").sockets.size === 0);
    expect(await ask("bob-token", 1)).toEqual(["taken"]);
    manager.engine.close();
  });

  it("ends a socket with its token", async () => {
    const instance = await startInstance();
    const ann = await join(instance, "ann");
    people.set("old-token", { ...people.get("ann-token")!, expiresAtMs: Date.now() + 3_000 });
    const old = connect(instance, "old-token");
    await until("it is connected", () => old.socket.connected);
    await until("it is disconnected", () => old.socket.disconnected);
    expect(Date.now()).toBeGreaterThanOrEqual(people.get("old-token")!.expiresAtMs);
    expect(ann.socket.connected).toBe(true);
  });

  it("drops a socket that registers as somebody else", async () => {
    const { socket } = connect(await startInstance(), "ann-token");
    await until("it is connected", () => socket.connected);
    expect(await socket.emitWithAck("register", "bob")).toBe(false);
    await until("it is disconnected", () => socket.disconnected);
  });

  it("tells a committed event to its user alone, on every instance", async () => {
    const [first, second] = [await startInstance(), await startInstance()];
    const [ann, annElsewhere, bob] = [
      await join(first, "ann"),
      await join(second, "ann"),
      await join(first, "bob"),
    ];
    await transaction((tx) => publishEvent(tx, { t: "balance", u: "ann", id: "1" }));
    const undone = transaction(async (tx) => {
      await publishEvent(tx, { t: "balance", u: "ann", id: "undone" });
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    await transaction((tx) =>
      publishEvent(tx, { t: "deposit", u: "admins", id: "2" }, { t: "closing", u: null }),
    );
    for (const { heard } of [ann, annElsewhere]) {
      await until("both are heard", () => heard.length === 2);
      expect(heard).toEqual([
        { event: "balance", data: { account: "real", id: "1" } },
        { event: "closing", data: {} },
      ]);
    }
    await until("Bob hears both", () => bob.heard.length === 2);
    expect(bob.heard[0]).toEqual({ event: "deposit", data: { id: "2" } });
  });

  it("sends a user's balances as the API answers them", async () => {
    const { user, token } = await signedInUser();
    people.set(`${user.id}-token`, { ...people.get("ann-token")!, userId: user.id });
    const { heard } = await join(await startInstance({ loads: { balance: getBalance } }), user.id);
    await transaction((tx) => publishEvent(tx, { t: "balance", u: user.id }));
    await until("it is heard", () => heard.length === 1);
    const { body } = await callRoute(balanceRoute, { token });
    expect({ success: true, ...(heard[0]?.data as object) }).toEqual(body);
  });

  it("loads once for what waits, one after another, and only for who is connected here", async () => {
    const asked: string[] = [];
    const answers: ((data: object) => void)[] = [];
    const load = (userId: string) => {
      asked.push(userId);
      return new Promise<object>((resolve) => answers.push(resolve));
    };
    const [here, elsewhere] = [
      await startInstance({ loads: { balance: load } }),
      await startInstance(),
    ];
    const [ann] = [await join(here, "ann"), await join(elsewhere, "bob")];
    const happen = async (...users: string[]) => {
      const events = users.map((u) => ({ t: "balance", u }));
      await transaction((tx) => publishEvent(tx, ...events, { t: "said", u: "ann" }));
    };
    const said = (n: number) =>
      until("all is said", () => ann.heard.filter(({ event }) => event === "said").length === n);
    const balances = () =>
      ann.heard.filter(({ event }) => event === "balance").map(({ data }) => data);
    await happen("ann", "bob", "ann");
    // One by one, since a relay sends what says the same to the same user once a batch.
    await said(1);
    await happen("ann");
    await said(2);
    expect(asked).toEqual(["ann"]);
    answers[0]?.({ available: "1" });
    await until("the next is asked", () => asked.length === 2);
    expect(asked).toEqual(["ann", "ann"]);
    answers[1]?.({ available: "2" });
    await until("both are heard", () => balances().length === 2);
    expect(balances()).toEqual([
      { account: "real", available: "1" },
      { account: "real", available: "2" },
    ]);
    await happen();
    await said(3);
    expect(asked).toHaveLength(2);
  });

  it("loads for a few at a time", async () => {
    let [loading, most] = [0, 0];
    const ends: (() => void)[] = [];
    const load = async () => {
      most = Math.max(most, ++loading);
      await new Promise<void>((resolve) => ends.push(resolve));
      loading -= 1;
      return {};
    };
    const instance = await startInstance({ loads: { balance: load } });
    const names = Array.from({ length: 10 }, (_, n) => `user${n}`);
    for (const userId of names) {
      people.set(`${userId}-token`, { ...people.get("ann-token")!, userId });
    }
    const all = await Promise.all(names.map((name) => join(instance, name)));
    await transaction((tx) => publishEvent(tx, ...names.map((u) => ({ t: "balance", u }))));
    await until("some are loaded", () => loading >= 4);
    await until("all hear", () => {
      ends.shift()?.();
      return all.every(({ heard }) => heard.length === 1);
    });
    expect(most).toBe(4);
  });

  it("sends a balance event empty when its load fails", async () => {
    const logged = jest.spyOn(log, "error").mockImplementation(() => undefined);
    const load = () => Promise.reject(new Error("no database"));
    const { heard } = await join(await startInstance({ loads: { balance: load } }), "ann");
    await transaction((tx) => publishEvent(tx, { t: "balance", u: "ann" }));
    await until("it is heard", () => heard.length === 1);
    expect(heard).toEqual([{ event: "balance", data: { account: "real" } }]);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it("tells a staff area's events to staff of that area alone", async () => {
    const instance = await startInstance();
    const people = await Promise.all(
      ["ann", "bob", "cyd", "dee"].map((name) => join(instance, name)),
    );
    await transaction((tx) =>
      publishEvent(tx, { t: "chat:message", u: "admins:chat.answer" }, { t: "closing", u: null }),
    );
    const heard = async ({ heard }: (typeof people)[number]) => {
      await until("closing is heard", () => heard.some(({ event }) => event === "closing"));
      return heard.map(({ event }) => event);
    };
    expect(await Promise.all(people.map(heard))).toEqual([
      ["closing"],
      ["chat:message", "closing"],
      ["chat:message", "closing"],
      ["closing"],
    ]);
  });

  it("marks an event quiet in the session that caused it, and there alone", async () => {
    const [first, second] = [await startInstance(), await startInstance()];
    people.set("ann2-token", { ...people.get("ann-token")!, sessionId: "s5" });
    const phone = connect(second, "ann2-token");
    await until("it is connected", () => phone.socket.connected);
    expect(await phone.socket.emitWithAck("register", "ann")).toBe(true);
    const clients = [await join(first, "ann"), await join(second, "ann"), phone];
    const event = { t: "notification", u: "ann", by: "s1", id: "1" };
    await transaction((tx) => publishEvent(tx, event, { t: "closing", u: null }));
    for (const { heard } of clients) await until("all is heard", () => heard.length === 2);
    expect(clients.map(({ heard }) => heard[0]?.data)).toEqual([
      { id: "1", quiet: true },
      { id: "1", quiet: true },
      { id: "1" },
    ]);
  });

  it("sends each tick to everybody", async () => {
    const { heard } = await join(await startInstance(), "ann");
    await testDatabase().query("SELECT pg_notify('market_tick', '{\"seq\":\"7\"}')");
    await until("it is heard", () => heard.length === 1);
    expect(heard).toEqual([{ event: "price", data: { seq: "7" } }]);
  });

  it("asks clients to fetch again after it lost the database connection", async () => {
    const { heard } = await join(await startInstance(), "ann");
    await loseConnections();
    await until("the gap is told", () => heard.some(({ event }) => event === "resync"));
    await transaction((tx) => publishEvent(tx, { t: "balance", u: "ann", id: "3" }));
    await until("the balance is heard", () => heard.some(({ event }) => event === "balance"));
  });

  it("lets an instance keep settings until it hears that they changed", async () => {
    await startInstance({ forget: { settings: forgetSettings } });
    const seen = async () => (await getSettings()).announcement;
    const write = (value: string) =>
      asOwner().setting.upsert({
        where: { key: "announcement" },
        create: { key: "announcement", value },
        update: { value },
      });
    await write("before");
    forgetSettings();
    expect(await seen()).toBe("before");
    await write("after");
    expect(await seen()).toBe("before");
    await transaction((tx) => publishEvent(tx, { t: "settings", u: null }));
    await until("the change is seen", async () => (await seen()) === "after");
    await write("unheard of");
    await loseConnections();
    await until("the gap is made good", async () => (await seen()) === "unheard of");
  });

  it("ends the sockets of a revoked session", async () => {
    const { socket } = await join(await startInstance(), "ann");
    await transaction((tx) => publishEvent(tx, { t: REVOKED_EVENT, u: "ann", s: "another" }));
    await transaction((tx) => publishEvent(tx, { t: REVOKED_EVENT, u: "ann", s: "s1" }));
    await until("it is disconnected", () => socket.disconnected);
  });

  it("ends the sockets whose session ended or changed while nothing was heard of it", async () => {
    const asked: string[][] = [];
    const instance = await startInstance({
      roomsOf: async (sessionIds) => {
        asked.push(sessionIds);
        return new Map([
          ["s2", ["admins", "admins:*"]],
          ["s3", ["admins"]],
        ]);
      },
    });
    const [ann, bob, cyd] = [
      await join(instance, "ann"),
      await join(instance, "bob"),
      await join(instance, "cyd"),
    ];
    await loseConnections();
    await until("they are disconnected", () => ann.socket.disconnected && cyd.socket.disconnected);
    expect([bob.socket.connected, asked]).toEqual([true, [["s1", "s2", "s3"]]]);
  });

  it("ends every socket when it can't check them after such a gap", async () => {
    const { socket } = await join(
      await startInstance({ roomsOf: () => Promise.reject(new Error("no database")) }),
      "ann",
    );
    await loseConnections();
    await until("it is disconnected", () => socket.disconnected);
  });

  it("refuses a socket whose session is revoked while its token is checked", async () => {
    let answer: (identity: SocketIdentity) => void = () => undefined;
    let checks = 0;
    const instance = await startInstance({
      verify: async (token) => {
        if (token !== "late-token") return people.get(token) ?? null;
        checks += 1;
        return checks > 1 ? null : new Promise((resolve) => (answer = resolve));
      },
    });
    const ann = await join(instance, "ann");
    const late = connect(instance, "late-token");
    const refused = new Promise((resolve) => late.socket.once("connect_error", resolve));
    await until("it is checked", () => checks === 1);
    await transaction((tx) =>
      publishEvent(tx, { t: REVOKED_EVENT, u: "dee", s: "s4" }, { t: "closing", u: null }),
    );
    await until("it is revoked", () => ann.heard.some(({ event }) => event === "closing"));
    answer(people.get("dee-token")!);
    await refused;
    expect(late.socket.connected).toBe(false);
  });
});
