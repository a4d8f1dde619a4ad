/** When the site needs somebody's hand. Arithmetic only; the reads are in health.ts. */
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { DAY_MS } from "@/lib/platform/calendar";
import type { Micro } from "@/lib/platform/money";
import type { LogTrouble, LogTroubleCode } from "@/lib/transparency/trouble-rules";
import { type AlertCode, alertCodes, type OptionResultDto } from "./schema";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How far apart the runs of a five-field schedule are: minutes, hours or days, as the site's jobs use
 * them. Lists and weekdays count as a day.
 */
export function periodOfSchedule(schedule: string): number {
  const [minute = "", hour = ""] = schedule.split(" ");
  const step = (field: string) => Number(/^\*\/(\d+)$/.exec(field)?.[1] ?? Number.NaN);
  if (hour === "*") {
    if (minute === "*") return MINUTE_MS;
    return Number.isNaN(step(minute)) ? HOUR_MS : step(minute) * MINUTE_MS;
  }
  return Number.isNaN(step(hour)) ? DAY_MS : step(hour) * HOUR_MS;
}

export type JobState = {
  name: string;
  schedule: string;
  /** Since when the schedule is known. */
  knownSince: Date;
  succeededAt: Date | null;
  failedAt: Date | null;
  error: string | null;
};
export type CheckState = { name: "ledger" | "audit"; at: Date; ok: boolean; summary: string };

type Balances = Record<LedgerCurrency, Micro>;

/** What the alerts are worked out from. */
export type SiteState = {
  at: Date;
  /** The newest tick; null when there never was one. */
  feed: { at: Date; stale: boolean; paused: { reason: string; at: Date } | null } | null;
  checks: CheckState[];
  jobs: JobState[];
  pool: {
    micro: Micro;
    /** What the caps still allow to be promised. */
    capLeftMicro: Micro;
    /** The largest payout of a single option. */
    largestMicro: Micro;
  };
  interest: Balances;
  /** What flexible savings wait for. */
  owed: Balances;
  /** Open plans that take no subscription, because the house can't fund all that they can still take. */
  unfundedPlans: string[];
  referral: { micro: Micro; dueMicro: Micro };
  /** What each side of the inventory holds, and the largest trade, both in its currency. */
  inventory: { currency: LedgerCurrency; micro: Micro; largestMicro: Micro }[];
  /** How often options were won lately, by duration and payout rate. */
  optionResults: OptionResultDto[];
  /** Since when something waits to become an entry of the public log; null where nothing does. */
  logWaitsSince: Date | null;
  /** What keeps the public log from going on, as the process that meets it says. */
  logTrouble: LogTrouble | null;
  /** Real money, and nobody has lately signed what the public log says. */
  isUnwitnessed: boolean;
  /** Nothing waits for a second person, whatever its value. */
  isFourEyesOff: boolean;
  /** Types of published documents that still have gaps for the operator. */
  unfinishedTexts: string[];
  /** When the oldest open request of each queue was made; null when none is open. */
  waiting: Waiting;
};

export type Waiting = { depositAt: Date | null; withdrawalAt: Date | null };

export type Alert = {
  code: AlertCode;
  tone: "error" | "warn";
  subject: string;
  at: Date | null;
  detail: string;
  amountMicro: Micro | null;
};

type Parts = Partial<Omit<Alert, "code" | "tone">>;
const alert = (code: AlertCode, tone: Alert["tone"], parts: Parts = {}): Alert => ({
  code,
  tone,
  subject: "",
  at: null,
  detail: "",
  amountMicro: null,
  ...parts,
});

/** Both checks run every six hours; one run may be missed. */
const CHECK_OLD_MS = 13 * HOUR_MS;
/** Some job succeeds every minute, unless none runs at all. */
const SILENT_MS = 10 * MINUTE_MS;
/** After that users are told to ask the support about a deposit. */
const DEPOSIT_WAIT_MS = 2 * HOUR_MS;
const WITHDRAWAL_WAIT_MS = DAY_MS;
const WITHDRAWAL_LATE_MS = 2 * DAY_MS;
/** What comes into the log is in it after a second or two. */
const LOG_LATE_MS = 10_000;
/** Beyond two periods a job also gets this long, for a run under way and a restart. */
const JOB_GRACE_MS = 10 * MINUTE_MS;

function checkAlerts({ at, checks }: SiteState): Alert[] {
  return checks.flatMap(({ name, at: checkedAt, ok, summary }) => {
    const parts = { at: checkedAt, detail: summary };
    if (!ok) return [alert(`${name}CheckFailed`, "error", parts)];
    return +at - +checkedAt > CHECK_OLD_MS ? [alert(`${name}CheckOld`, "warn", parts)] : [];
  });
}

function jobAlerts({ at, jobs }: SiteState): Alert[] {
  const newest = Math.max(
    ...jobs.map(({ succeededAt, knownSince }) => +(succeededAt ?? knownSince)),
  );
  if (jobs.length === 0) return [alert("jobsSilent", "error")];
  if (+at - newest > SILENT_MS) return [alert("jobsSilent", "error", { at: new Date(newest) })];
  return jobs.flatMap(({ name, schedule, knownSince, succeededAt, failedAt, error }) => {
    const isFailing = failedAt !== null && (succeededAt === null || failedAt > succeededAt);
    if (isFailing) {
      return [alert("jobFailed", "warn", { subject: name, at: failedAt, detail: error ?? "" })];
    }
    const last = succeededAt ?? knownSince;
    const isLate = +at - +last > 2 * periodOfSchedule(schedule) + JOB_GRACE_MS;
    return isLate ? [alert("jobLate", "warn", { subject: name, at: succeededAt })] : [];
  });
}

function fundAlerts({ pool, owed, unfundedPlans, referral, inventory }: SiteState): Alert[] {
  const found: Alert[] = [];
  if (pool.micro < pool.largestMicro) {
    found.push(alert("poolEmpty", "error", { amountMicro: pool.micro }));
  } else if (pool.micro < pool.capLeftMicro) {
    found.push(alert("poolLow", "warn", { amountMicro: pool.capLeftMicro - pool.micro }));
  }
  for (const currency of ["USDT", "XAUT"] as const) {
    if (owed[currency] > 0n) {
      found.push(alert("savingsWait", "error", { subject: currency, amountMicro: owed[currency] }));
    }
  }
  if (unfundedPlans.length > 0) {
    found.push(
      alert("plansUnfunded", "warn", {
        detail: unfundedPlans.map((name) => `“${name}”`).join(", "),
      }),
    );
  }
  if (referral.micro < referral.dueMicro) {
    found.push(alert("referralShort", "warn", { amountMicro: referral.dueMicro - referral.micro }));
  }
  for (const { currency, micro, largestMicro } of inventory) {
    if (micro < largestMicro) {
      found.push(alert("inventoryLow", "warn", { subject: currency, amountMicro: micro }));
    }
  }
  return found;
}

function waitAlerts({ at, waiting: { depositAt, withdrawalAt } }: SiteState): Alert[] {
  const found: Alert[] = [];
  const waited = (since: Date) => +at - +since;
  if (withdrawalAt && waited(withdrawalAt) > WITHDRAWAL_WAIT_MS) {
    const tone = waited(withdrawalAt) > WITHDRAWAL_LATE_MS ? "error" : "warn";
    found.push(alert("withdrawalsWait", tone, { at: withdrawalAt }));
  }
  if (depositAt && waited(depositAt) > DEPOSIT_WAIT_MS) {
    found.push(alert("depositsWait", "warn", { at: depositAt }));
  }
  return found;
}

/** More than chance explains of one duration: somebody may know prices before they are recorded. */
function winAlerts({ optionResults }: SiteState): Alert[] {
  return optionResults
    .filter(({ isAbove }) => isAbove)
    .map(({ seconds, won, decided }) =>
      alert("optionsWinOften", "error", { subject: `${seconds}`, detail: `${won}/${decided}` }),
    );
}

const LOG_ALERTS: Record<LogTroubleCode, { code: AlertCode; tone: Alert["tone"] }> = {
  keyMissing: { code: "logKeyMissing", tone: "error" },
  keyUnknown: { code: "logKeyUnknown", tone: "error" },
  shorter: { code: "logShorter", tone: "error" },
  unreadable: { code: "logUnreadable", tone: "error" },
  notStored: { code: "logNotStored", tone: "warn" },
  failed: { code: "logFailed", tone: "error" },
};

export type LogPart = Pick<SiteState, "at" | "logWaitsSince" | "logTrouble" | "isUnwitnessed">;

/** What needs somebody's hand so that the public log goes on, is kept and is signed. */
export function logAlerts({ at, logWaitsSince, logTrouble, isUnwitnessed }: LogPart): Alert[] {
  const isLate = logWaitsSince !== null && +at - +logWaitsSince > LOG_LATE_MS;
  const known = logTrouble && LOG_ALERTS[logTrouble.code];
  return [
    ...(known
      ? [alert(known.code, known.tone, { at: logTrouble.at, detail: logTrouble.detail })]
      : []),
    ...(isLate ? [alert("logBehind", "error", { at: logWaitsSince })] : []),
    ...(isUnwitnessed ? [alert("logUnwitnessed", "warn")] : []),
  ];
}

/** Everything that needs somebody's hand, the most urgent first. */
export function alertsOf(state: SiteState): Alert[] {
  const { feed } = state;
  const feedAlerts =
    feed === null || feed.stale ? [alert("feedDown", "error", { at: feed?.at ?? null })] : [];
  const pause = feed?.paused;
  const pauseAlerts = pause
    ? [alert("pricePaused", "error", { subject: pause.reason, at: pause.at })]
    : [];
  const all = [
    ...feedAlerts,
    ...pauseAlerts,
    ...checkAlerts(state),
    ...logAlerts(state),
    ...jobAlerts(state),
    ...waitAlerts(state),
    ...fundAlerts(state),
    ...winAlerts(state),
    ...(state.isFourEyesOff ? [alert("fourEyesOff", "warn")] : []),
    ...(state.unfinishedTexts.length > 0
      ? [alert("textsUnfinished", "warn", { detail: state.unfinishedTexts.join(", ") })]
      : []),
  ];
  return all.sort((a, b) => alertCodes.indexOf(a.code) - alertCodes.indexOf(b.code));
}
