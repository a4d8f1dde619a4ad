import type { QueuedWork, Shown } from "@/lib/notifications/channels/dispatch";
import { prisma } from "@/lib/platform/db";
import { listed, sentences, type Text, type TextKey, text } from "@/lib/platform/text";
import { rightsOfSessions } from "@/lib/sessions/mutations";
import { readWaiting, type Waiting } from "./data";
import { numbersOf, type WorkKind, workKinds } from "./rules";

/** One at a time: each takes the place of the one before, and so says what else waits. */
const TAG = "new-work";
const MAX_NUMBERS = 5;

const LINES: Record<WorkKind, TextKey> = {
  deposits: "notices.newWork.deposits",
  withdrawals: "notices.newWork.withdrawals",
  approvals: "notices.newWork.approvals",
  chat: "notices.newWork.chat",
};

/** Of kinds that bring nothing new. */
const WAITING: Record<WorkKind, TextKey> = {
  deposits: "notices.newWork.waiting.deposits",
  withdrawals: "notices.newWork.waiting.withdrawals",
  approvals: "notices.newWork.waiting.approvals",
  chat: "notices.newWork.waiting.chat",
};

/**
 * What a device of staff shows of work that it was to be told of: counts and short numbers only, since a locked device
 * shows them to anybody. Null where its session may see none of that now, where its owner has chosen otherwise since, or
 * where all of it was dealt with.
 */
export async function describeNewWork(queued: QueuedWork): Promise<Shown | null> {
  const { staffId, sessionId } = queued;
  const [rights, setting] = await Promise.all([
    rightsOfSessions([sessionId]).then((found) => found.get(sessionId)),
    prisma.newWorkSetting.findUnique({ where: { staffId } }),
  ]);
  if (!rights || !setting || setting.mode === "off" || !setting.channels.includes("push")) {
    return null;
  }
  const keys = new Set(queued.keys);
  const waiting = await readWaiting(prisma, { id: staffId, ...rights }, setting.kinds);
  const all = workKinds.map((kind) => {
    const own = waiting.filter((one) => one.kind === kind);
    return { kind, fresh: own.filter(({ key }) => keys.has(key)), total: own.length };
  });
  const parts = all.filter(({ fresh }) => fresh.length > 0);
  const [first, ...more] = parts;
  if (!first) return null;
  const others = all
    .filter(({ fresh, total }) => fresh.length === 0 && total > 0)
    .map(({ kind, total }) => text(WAITING[kind], { count: total }));
  if (more.length === 0) {
    return { ...ofOneKind(first, others), url: `/admin/${first.kind}`, tag: TAG };
  }
  const count = parts.reduce((sum, { fresh }) => sum + fresh.length, 0);
  return {
    title: text("notices.newWork.several", { count }),
    body: listed([...parts.map(lineOf), ...others]) as Text,
    url: "/admin",
    tag: TAG,
  };
}

interface Part {
  kind: WorkKind;
  fresh: Waiting[];
  total: number;
}

const lineOf = ({ kind, fresh }: Part): Text => text(LINES[kind], { count: fresh.length });

function ofOneKind(part: Part, others: Text[]): Pick<Shown, "title" | "body"> {
  const { named, more } = numbersOf(part.fresh, MAX_NUMBERS);
  const total = text("notices.newWork.total", { total: part.total });
  const numbers =
    more > 0
      ? text("notices.newWork.numbersAndMore", { numbers: named, more })
      : text("notices.newWork.numbers", { numbers: named });
  const own = named ? sentences(numbers, total) : total;
  if (others.length === 0) return { title: lineOf(part), body: own };
  const rest = text("notices.newWork.others", { list: listed(others) });
  return { title: lineOf(part), body: sentences(own, rest) };
}
