import { keyOf, shownLog } from "@/tests/support/transparency/shown-log";
import { type Signer, signNote } from "../log/note";
import { type Kept, type LogSource, lookAtLog } from "./browser-witness-rules";
import type { SeenLog } from "./seen-schema";

const signerOf = (byte: number): Signer => ({
  name: "site.example/log",
  seed: new Uint8Array(32).fill(byte),
});
const [OWN, OTHER, THIRD] = [signerOf(1), signerOf(2), signerOf(3)];
const entriesTo = (size: number) => Array.from({ length: size }, (_, n) => `{"n":${n}}`);

async function logOf(entries: string[], signer = OWN) {
  const { key, checkpoint, seen, tile } = await shownLog(entries, signer);
  const source: LogSource = {
    text: async (name) => (name === "key" ? `${key}\n` : checkpoint),
    tile,
  };
  return { checkpoint, source, seen };
}
type Log = Awaited<ReturnType<typeof logOf>>;

const look = ({ source }: Log, kept: Kept | null, seen: SeenLog[] = []) =>
  lookAtLog({ kept, seen, now: 1 }, source);
const keptOf = ({ checkpoint }: Log, signer = OWN): Kept => ({
  key: keyOf(signer),
  note: checkpoint,
  at: 0,
});
const keyEntry = (signer: Signer, by: Signer) =>
  JSON.stringify({ kind: "key", announced: signNote(`${keyOf(signer)}\n`, [by]) });

it.each([
  [5, 5],
  [5, 9],
  [255, 300],
  [256, 600],
])("keeps a log of %d entries that has grown to %d, with what orders named", async (size, now) => {
  const [before, after] = [await logOf(entriesTo(size)), await logOf(entriesTo(now))];
  const first = await look(before, null);
  expect(first).toEqual({ kept: { ...keptOf(before), at: 1 }, checked: [], alarm: null });
  const seen = [before.seen, after.seen];
  expect(await look(after, first.kept, seen)).toEqual({
    kept: { key: keyOf(OWN), note: after.checkpoint, at: 1 },
    checked: seen,
    alarm: null,
  });
});

it.each([
  ["shorter", entriesTo(299)],
  ["changed", entriesTo(300).with(17, "{}")],
  ["changed", entriesTo(310).with(299, "{}")],
  ["changed", entriesTo(301).toSpliced(4, 1)],
])("finds a log that is %s", async (wrong, entries) => {
  const [before, after] = [await logOf(entriesTo(300)), await logOf(entries)];
  const kept = keptOf(before);
  const evidence = { before: before.checkpoint, now: after.checkpoint };
  expect(await look(after, kept)).toEqual({ kept, checked: [], alarm: { wrong, ...evidence } });
});

it("finds that an order was answered out of another log, or out of a longer one", async () => {
  const log = await logOf(entriesTo(20));
  const forked = (await logOf(entriesTo(12).with(3, "{}"))).seen;
  const longer = (await logOf(entriesTo(21))).seen;
  const now = log.checkpoint;
  const before = `12\n${forked.root}\n`;
  expect((await look(log, null, [forked])).alarm).toEqual({ wrong: "changed", before, now });
  expect((await look(log, keptOf(log), [longer])).alarm).toEqual({
    wrong: "shorter",
    before: `21\n${longer.root}\n`,
    now,
  });
});

it("finds that the log is gone, and says nothing of one that has not begun", async () => {
  const kept = keptOf(await logOf(entriesTo(3)));
  const none: LogSource = { text: async () => null, tile: async () => null };
  const alarm = { wrong: "shorter", before: kept.note, now: "" };
  expect(await lookAtLog({ kept, seen: [], now: 1 }, none)).toEqual({ kept, checked: [], alarm });
  const first = await lookAtLog({ kept: null, seen: [], now: 1 }, none);
  expect(first).toEqual({ kept: null, checked: [], alarm: null });
});

it("follows keys that announced each other, and no other one", async () => {
  const kept = keptOf(await logOf(entriesTo(3)));
  const [toOther, toThird] = [keyEntry(OTHER, OWN), keyEntry(THIRD, OTHER)];
  const renewed = await logOf([...entriesTo(3), toOther, "{}", toThird], THIRD);
  expect((await look(renewed, kept)).kept?.key).toBe(keyOf(THIRD));
  const forged = await logOf([...entriesTo(3), keyEntry(OTHER, THIRD)], OTHER);
  expect((await look(forged, kept)).alarm?.wrong).toBe("key");
  const circle = await logOf([...entriesTo(3), toOther, keyEntry(OWN, OTHER)], THIRD);
  expect((await look(circle, kept)).alarm?.wrong).toBe("key");
});

it("says of a log of another name that it is another, unless it goes on and was announced", async () => {
  const renamed = (byte: number): Signer => ({ ...signerOf(byte), name: "other.example/log" });
  const before = await logOf(entriesTo(8));
  const kept = keptOf(before);
  const moved = await logOf([...entriesTo(8), keyEntry(renamed(1), OWN)], renamed(1));
  expect(await look(moved, kept)).toMatchObject({ kept: { key: keyOf(renamed(1)) }, alarm: null });
  // Restored from an older copy, rewritten, or gone on with while the old key is lost.
  const begunAnew = [entriesTo(3), entriesTo(9).with(2, "{}"), [...entriesTo(8), "{}"]];
  for (const entries of begunAnew) {
    const after = await logOf(entries, renamed(2));
    expect(await look(after, kept, [before.seen])).toEqual({
      kept,
      checked: [],
      alarm: { wrong: "anew", before: before.checkpoint, now: after.checkpoint },
    });
  }
});

it("finds a checkpoint that the site's own key did not sign", async () => {
  const log = await logOf(entriesTo(3), OTHER);
  const source: LogSource = {
    ...log.source,
    text: async (name) => (name === "key" ? keyOf(OWN) : log.checkpoint),
  };
  expect((await look({ ...log, source }, null)).alarm?.wrong).toBe("key");
});

it("finds tiles that are missing, or lead elsewhere", async () => {
  const log = await logOf(entriesTo(40));
  const other = await logOf(entriesTo(40).with(2, "{}"));
  for (const tile of [async () => null, other.source.tile, async () => new Uint8Array(32)]) {
    const source: LogSource = { ...log.source, tile };
    expect((await look({ ...log, source }, keptOf(log))).alarm?.wrong).toBe("unreadable");
  }
});

it("leaves a site that does not answer to the next visit", async () => {
  const log = await logOf(entriesTo(40));
  const tile = () => Promise.reject(new Error("503"));
  await expect(look({ ...log, source: { ...log.source, tile } }, keptOf(log))).rejects.toThrow(
    "503",
  );
});
