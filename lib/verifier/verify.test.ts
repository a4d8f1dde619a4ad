import { bytesToHex } from "@noble/hashes/utils.js";
import type { ProofFile } from "@/lib/transparency/receipt/schema";
import {
  logKey,
  type Made,
  proofFile,
  saltOf,
  tickAt,
  witnessKey,
} from "@/tests/support/transparency/proof-file";
import { candlesUrl } from "./candles";
import { parseProofFile, verifyProofFile } from "./verify";

const trusted = { logKey, witnesses: [witnessKey] };
const ID = "0190c0de-0000-7000-8000-000000000001";

const terms = {
  id: ID,
  number: "7",
  user: "u1",
  type: "option",
  direction: "up",
  side: null,
  currency: "USDT",
  amountMicro: "100000000",
};
const accepted: Made = {
  part: "accepted",
  kind: "trade",
  at: "2026-03-01T12:00:00.500000Z",
  open: { event: "accepted" },
  record: {
    ...terms,
    event: "accepted",
    durationSeconds: 5,
    payoutRatePpm: 820_000,
    entryDelayMs: 2_000,
    feeRatePpm: null,
    limitPriceE8: null,
  },
};
const settled: Made = {
  part: "settled",
  kind: "trade",
  at: "2026-03-01T12:00:09.000001Z",
  open: { event: "settled" },
  record: {
    ...terms,
    event: "settled",
    status: "won",
    entryTick: "13",
    entryPriceE8: "400000000000",
    expiresAt: "2026-03-01T12:00:08.000000Z",
    exitTick: "18",
    exitPriceE8: "400001000000",
    payoutMicro: "182000000",
    pnlMicro: "82000000",
    feeMicro: "0",
    receivedMicro: null,
    voidReason: null,
  },
};
const ticks = [
  tickAt(undefined, 11, 1, "3990.00"),
  tickAt("tickBeforeEntry", 12, 2, "3999.99"),
  tickAt("entryTick", 13, 3, "4000.00"),
  tickAt("early", 17, 7, "4000.00"),
  tickAt("exitTick", 18, 8, "4000.01"),
  tickAt("tickAfterExit", 19, 9, "1.00"),
];
const option = [accepted, ...ticks, settled];

/** A won option's file; the spare tick is taken out of it. */
async function wonOption(made: Made[] = option, options = {}): Promise<ProofFile> {
  const file = await proofFile("trade", ID, made, options);
  delete file.proofs.early;
  return file;
}

const part = (file: ProofFile, name: string) => {
  const found = file.proofs[name];
  if (!found) throw new Error(`the file has no ${name}`);
  return found;
};
const failures = (file: ProofFile, known = trusted) =>
  verifyProofFile(file, known).steps.flatMap(({ check, state, reason, values }) =>
    state === "failed" ? [[check, reason, ...(values.part ? [values.part] : [])].join(" ")] : [],
  );
const states = (file: ProofFile) =>
  verifyProofFile(file, trusted).steps.map(({ check, state }) => `${check} ${state}`);
/** With other members in one record, and its hash in the log. */
const withRecord = (made: Made, more: NonNullable<Made["record"]>) =>
  option.map((one) => (one === made ? { ...made, record: { ...made.record, ...more } } : one));

it("follows a won option from its acceptance to its payout", async () => {
  const file = await wonOption();
  const { steps, quotes } = verifyProofFile(file, trusted);
  expect(steps.filter(({ state }) => state !== "passed")).toEqual([]);
  expect(steps.map(({ check }) => check)).toEqual([
    "key",
    "logged",
    "record",
    "logged",
    "logged",
    "logged",
    "logged",
    "logged",
    "record",
    "cosigned",
    "terms",
    "order",
    "entryRule",
    "tickBeforeEntry",
    "tickNamed",
    "tickNamed",
    "exitRule",
    "tickAfterExit",
    "outcome",
    "payout",
  ]);
  expect(quotes.map(({ part: of, price }) => [of, price])).toEqual([
    ["entryTick", "4000.00"],
    ["exitTick", "4000.01"],
  ]);
});

it("is the same after it was written and read", async () => {
  const file = await wonOption();
  expect(parseProofFile(JSON.stringify(file))).toEqual(file);
  for (const text of ["", "[]", "{}", JSON.stringify({ ...file, proofs: { settled: {} } })]) {
    expect(parseProofFile(text)).toBeNull();
  }
});

const tampered: [string, (file: ProofFile) => void, string[]][] = [
  [
    "a digit of a price",
    (file) => {
      part(file, "exitTick").entry = part(file, "exitTick").entry.replace("4000.01", "4000.02");
    },
    ["logged notInTree exitTick"],
  ],
  [
    "a byte of a proof",
    (file) => {
      const own = part(file, "settled");
      own.proof = own.proof.replace(/^index \d+\n(.)/m, (line, first: string) =>
        line.replace(/.$/, first === "A" ? "B" : "A"),
      );
    },
    ["logged notInTree settled"],
  ],
  [
    "a digit of the checkpoint's size",
    (file) => {
      const own = part(file, "entryTick");
      own.proof = own.proof.replace(/log\n8\n/, "log\n9\n");
    },
    ["logged badSignature entryTick", "cosigned missingCosignature entryTick"],
  ],
  [
    "another user's salt",
    (file) => {
      part(file, "accepted").salt = bytesToHex(saltOf("somebody else's"));
    },
    ["record otherHash accepted"],
  ],
  [
    "a digit of the record",
    (file) => {
      const own = part(file, "settled");
      own.record = (own.record ?? "").replace("182000000", "182000001");
    },
    ["record otherHash settled"],
  ],
];

it.each(tampered)("finds out about %s", async (_, change, expected) => {
  const file = await wonOption();
  change(file);
  expect(failures(file)).toEqual(expected);
});

it("concludes nothing from what did not hold", async () => {
  const file = await wonOption();
  part(file, "exitTick").entry = "{}";
  expect(states(file)).toContain("outcome open");
  expect(states(file)).not.toContain("payout passed");
});

it("knows one tick earlier from the one that decides", async () => {
  const file = await proofFile("trade", ID, option);
  file.proofs.exitTick = file.proofs.early ?? null;
  delete file.proofs.early;
  expect(failures(file)).toEqual(["tickNamed otherTick exitTick", "tickAfterExit notNext"]);
});

it("finds a witness that did not sign", async () => {
  const file = await wonOption(option, { cosigned: false });
  expect(failures(file)).toEqual(["cosigned missingCosignature accepted"]);
  const alone = verifyProofFile(file, { logKey: null, witnesses: [] }).steps;
  expect(alone.filter(({ state }) => state === "open").map(({ reason }) => reason)).toEqual([
    "keyOfTheFile",
    "noWitness",
  ]);
});

it("takes no log for the one that is known by another key", async () => {
  const file = await wonOption();
  const other = { ...trusted, logKey: `${logKey.slice(0, -4)}AAA=` };
  expect(failures(file, other)).toEqual(["key otherKey"]);
});

const wrong: [string, Made[], string[]][] = [
  ["another outcome", withRecord(settled, { status: "lost" }), ["outcome otherOutcome"]],
  [
    "another payout",
    withRecord(settled, { payoutMicro: "181999999", pnlMicro: "81999999" }),
    ["payout otherPayout"],
  ],
  ["other terms", withRecord(settled, { amountMicro: "1" }), ["terms otherTerms"]],
  [
    "an end that is not entry and duration",
    withRecord(settled, { expiresAt: "2026-03-01T12:00:08.500000Z" }),
    ["exitRule otherEnd"],
  ],
  [
    "an entry that was known before",
    option.map((one) =>
      one.part === "entryTick"
        ? tickAt("entryTick", 13, 3, "4000.00", { knownAt: "2026-03-01T12:00:02.499999Z" })
        : one,
    ),
    ["entryRule knownBefore"],
  ],
  [
    "an earlier tick that should have been the entry",
    option.map((one) =>
      one.part === "tickBeforeEntry" ? { ...one, at: "2026-03-01T12:00:02.500000Z" } : one,
    ),
    ["tickBeforeEntry couldBeEntry"],
  ],
  [
    "a later tick that should have been the exit",
    option.map((one) =>
      one.part === "tickAfterExit" ? { ...one, at: "2026-03-01T12:00:08.000000Z" } : one,
    ),
    ["tickAfterExit beforeEnd"],
  ],
  ["an acceptance behind its price", [...ticks, accepted, settled], ["order outOfOrder accepted"]],
];

it.each(wrong)("works out anew: %s", async (_, made, expected) => {
  expect(failures(await wonOption(made))).toEqual(expected);
});

describe("a spot trade", () => {
  const own = { ...terms, type: "manual", direction: null, side: "buy" };
  const order: Made = {
    ...accepted,
    record: { ...own, entryDelayMs: null, feeRatePpm: 1_000, limitPriceE8: "400100000000" },
  };
  const filled: Made = {
    ...settled,
    record: {
      ...own,
      status: "filled",
      entryTick: "13",
      entryPriceE8: "400050000000",
      spreadPpm: 0,
      feeRatePpm: 1_000,
      feeMicro: "100000",
      receivedMicro: "24971",
    },
  };
  const quotes = { bid: "3999.50", ask: "4000.50" };
  const before = tickAt("tickBeforeEntry", 12, 0, "4000.00");
  const made = [order, before, tickAt("entryTick", 13, 1, "4000.00", quotes), filled];
  const spot = (all: Made[]) => proofFile("trade", ID, all);

  it("is worked out from bid and ask", async () => {
    const { steps } = verifyProofFile(await spot(made), trusted);
    expect(steps.filter(({ state }) => state !== "passed")).toEqual([]);
    expect(steps.slice(-2).map(({ values }) => values)).toEqual([
      { price: "4000.50" },
      { payout: "0.024971", fee: "0.100000", said: "0.024971" },
    ]);
  });

  it("fails with a fee, an amount or a price of its own", async () => {
    const change = (record: NonNullable<Made["record"]>) =>
      made.map((one) => (one === filled ? { ...one, record: { ...one.record, ...record } } : one));
    expect(failures(await spot(change({ feeMicro: "99999" })))).toEqual(["payout otherFee"]);
    expect(failures(await spot(change({ receivedMicro: "24970" })))).toEqual([
      "payout otherPayout",
    ]);
    expect(failures(await spot(change({ entryPriceE8: "400060000000" })))).toEqual([
      "price otherPrice",
    ]);
    const limit = { ...order, record: { ...order.record, limitPriceE8: "400040000000" } };
    const beyond = made.map((one) => (one === order ? limit : one));
    expect(failures(await spot(beyond))).toEqual(["price beyondLimit"]);
  });
});

it("knows where exchanges publish their candles", () => {
  const at = "2026-03-01T12:00:03.000000Z";
  expect(candlesUrl("kraken:XAUT/USD", at)).toBe(
    "https://api.kraken.com/0/public/OHLC?pair=XAUTUSD&interval=1&since=1772366280",
  );
  expect(candlesUrl("bybit:XAUT/USDT:USDT", at)).toContain("symbol=XAUTUSDT");
  expect(candlesUrl("simulated", at)).toBeNull();
});
