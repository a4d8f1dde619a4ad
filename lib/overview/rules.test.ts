import { alertsOf, type JobState, periodOfSchedule, type SiteState } from "./rules";
import type { OptionResultDto } from "./schema";

const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(+NOW - minutes * 60_000);

const job = (changes: Partial<JobState> = {}): JobState => ({
  name: "settlement",
  schedule: "* * * * *",
  knownSince: ago(10_000),
  succeededAt: ago(1),
  failedAt: null,
  error: null,
  ...changes,
});
const sound: SiteState = {
  at: NOW,
  feed: { at: NOW, stale: false, paused: null },
  checks: [
    { name: "ledger", at: ago(60), ok: true, summary: "" },
    { name: "audit", at: ago(60), ok: true, summary: "" },
  ],
  jobs: [job()],
  pool: { micro: 1_600n, capLeftMicro: 1_600n, largestMicro: 100n },
  interest: { USDT: 0n, XAUT: 0n },
  owed: { USDT: 0n, XAUT: 0n },
  unfundedPlans: [],
  referral: { micro: 5n, dueMicro: 5n },
  inventory: [{ currency: "USDT", micro: 10n, largestMicro: 10n }],
  optionResults: [],
  logWaitsSince: null,
  logTrouble: null,
  isUnwitnessed: false,
  isFourEyesOff: false,
  unfinishedTexts: [],
  waiting: { depositAt: ago(120), withdrawalAt: ago(1440) },
};
const resultOf = (seconds: number, isAbove: boolean): OptionResultDto => ({
  seconds,
  payoutRate: "0.80",
  won: 65,
  decided: 100,
  winRate: "0.6500",
  low: "0.5525",
  high: "0.7364",
  breakEven: "0.555556",
  isAbove,
});
const codes = (changes: Partial<SiteState>) =>
  alertsOf({ ...sound, ...changes }).map(({ code, subject }) => (subject ? [code, subject] : code));

it("is silent while all is well", () => {
  expect(alertsOf(sound)).toEqual([]);
});

it.each<[string, Partial<SiteState>, (string | string[])[]]>([
  ["no price yet", { feed: null }, ["feedDown"]],
  [
    "options of a duration that are won more often than chance explains",
    { optionResults: [resultOf(30, true), resultOf(60, false)] },
    [["optionsWinOften", "30"]],
  ],
  [
    "a pause of prices",
    { feed: { at: NOW, stale: false, paused: { reason: "minute", at: NOW } } },
    [["pricePaused", "minute"]],
  ],
  ["an old price", { feed: { at: ago(1), stale: true, paused: null } }, ["feedDown"]],
  [
    "a ledger that does not verify, and an audit check that is long ago",
    {
      checks: [
        { name: "audit", at: ago(13 * 60 + 1), ok: true, summary: "" },
        { name: "ledger", at: ago(60), ok: false, summary: "escrow" },
      ],
    },
    ["ledgerCheckFailed", "auditCheckOld"],
  ],
  ["no jobs at all", { jobs: [] }, ["jobsSilent"]],
  [
    "jobs that all stopped",
    { jobs: [job({ succeededAt: ago(11) }), job({ name: "daily", succeededAt: ago(900) })] },
    ["jobsSilent"],
  ],
  [
    "one job that is late, and one that never ran",
    {
      jobs: [
        job(),
        job({ name: "daily", schedule: "15 3 * * *", succeededAt: ago(2 * 1440 + 11) }),
        job({ name: "new", schedule: "*/5 * * * *", succeededAt: null, knownSince: ago(21) }),
      ],
    },
    [
      ["jobLate", "daily"],
      ["jobLate", "new"],
    ],
  ],
  [
    "a job that fails since its last success",
    { jobs: [job(), job({ name: "mail", failedAt: ago(0), error: "refused" })] },
    [["jobFailed", "mail"]],
  ],
  ["a pool below its caps", { pool: { ...sound.pool, capLeftMicro: 1_601n } }, ["poolLow"]],
  [
    "a pool that can't back the largest option",
    { pool: { ...sound.pool, micro: 99n } },
    ["poolEmpty"],
  ],
  [
    "interest that is owed",
    { owed: { USDT: 0n, XAUT: 1n }, unfundedPlans: ["A"] },
    [["savingsWait", "XAUT"], "plansUnfunded"],
  ],
  ["commissions that can't be paid", { referral: { micro: 4n, dueMicro: 5n } }, ["referralShort"]],
  [
    "an inventory below the largest trade",
    { inventory: [{ currency: "XAUT", micro: 9n, largestMicro: 10n }] },
    [["inventoryLow", "XAUT"]],
  ],
  ["payments that take nobody's second look", { isFourEyesOff: true }, ["fourEyesOff"]],
  ["texts with gaps", { unfinishedTexts: ["legality"] }, ["textsUnfinished"]],
  ["a log that waits", { logWaitsSince: new Date(+sound.at - 10_001) }, ["logBehind"]],
  ["real money whose log nobody signs", { isUnwitnessed: true }, ["logUnwitnessed"]],
  [
    "a log that is signed by another key",
    { logTrouble: { code: "keyUnknown", detail: "Set it", at: sound.at } },
    ["logKeyUnknown"],
  ],
  [
    "a log that can't be stored and is late",
    {
      logTrouble: { code: "notStored", detail: "No space left", at: sound.at },
      logWaitsSince: new Date(+sound.at - 10_001),
    },
    ["logBehind", "logNotStored"],
  ],
  ["no log that keeps up", { logWaitsSince: new Date(+sound.at - 9_999) }, []],
])("tells of %s", (_name, changes, expected) => {
  expect(codes(changes)).toEqual(expected);
});

it.each<[string, Partial<SiteState["waiting"]>, string[]]>([
  ["a deposit", { depositAt: ago(121) }, ["depositsWait warn"]],
  ["a withdrawal", { withdrawalAt: ago(1441) }, ["withdrawalsWait warn"]],
  ["a withdrawal at its end", { withdrawalAt: ago(2880) }, ["withdrawalsWait warn"]],
  ["a withdrawal beyond it", { withdrawalAt: ago(2881) }, ["withdrawalsWait error"]],
  [
    "both",
    { depositAt: ago(9_000), withdrawalAt: ago(9_000) },
    ["withdrawalsWait error", "depositsWait warn"],
  ],
  ["nothing", { depositAt: null, withdrawalAt: null }, []],
])("tells what waits too long: %s", (_name, waiting, expected) => {
  const alerts = alertsOf({ ...sound, waiting: { ...sound.waiting, ...waiting } });
  expect(alerts.map(({ code, tone }) => `${code} ${tone}`)).toEqual(expected);
});

it("forgives a job that failed and then succeeded", () => {
  expect(codes({ jobs: [job({ failedAt: ago(2) })] })).toEqual([]);
});

it.each([
  ["* * * * *", 1],
  ["*/5 * * * *", 5],
  ["30 * * * *", 60],
  ["30 */6 * * *", 360],
  ["15 3 * * *", 1440],
])("reads the schedule %s", (schedule, minutes) => {
  expect(periodOfSchedule(schedule)).toBe(minutes * 60_000);
});
