import type { NewWorkSetting } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { queueMail } from "@/lib/platform/mail";
import { type Text, type TextKey, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { readWaiting, type Waiting } from "./data";
import { DEFAULT_HOUR, nextTellingAt, numbersOf, type WorkKind, workKinds } from "./rules";
import type { NewWorkDto } from "./schema";

const OFF: NewWorkDto = {
  mode: "off",
  kinds: [...workKinds],
  channels: ["mail"],
  hour: DEFAULT_HOUR,
  zone: "UTC",
};

const serialize = ({ mode, kinds, channels, hour, zone }: NewWorkDto): NewWorkDto => ({
  mode,
  kinds,
  channels,
  hour,
  zone,
});

/** How a member of staff is told of new work. */
export async function getNewWorkSetting(staffId: string): Promise<NewWorkDto> {
  return serialize((await prisma.newWorkSetting.findUnique({ where: { staffId } })) ?? OFF);
}

/** Changes how a member of staff is told. What waits already of a kind that was not told of counts as known. */
export function changeNewWorkSetting(staffId: string, wanted: NewWorkDto): Promise<NewWorkDto> {
  return transaction(async (tx) => {
    const reader = await tx.user.findUniqueOrThrow({ where: { id: staffId } });
    // Of two requests the second waits, and what is being told is known before.
    const start = { ...OFF, staffId, nextAt: now() };
    await tx.newWorkSetting.createMany({ data: [start], skipDuplicates: true });
    const before = await locked(tx, staffId);
    const knew = before && before.mode !== "off" ? before.kinds : [];
    const added = wanted.kinds.filter((kind) => !knew.includes(kind));
    const known = await readWaiting(tx, reader, added);
    const told = [
      ...(before?.told ?? []).filter((key) => knew.some((kind) => key.startsWith(`${kind}:`))),
      ...known.map(({ key }) => key),
    ];
    const data = { ...wanted, told, nextAt: nextTellingAt(wanted, now()) };
    return serialize(await tx.newWorkSetting.update({ where: { staffId }, data }));
  });
}

async function locked(tx: Tx, staffId: string): Promise<NewWorkSetting | null> {
  await tx.$queryRaw`SELECT 1 FROM new_work_setting WHERE staff_id = ${staffId}::uuid FOR UPDATE`;
  return tx.newWorkSetting.findUnique({ where: { staffId } });
}

/** Tells each member of staff whose time it is what waits and they were not told of, by the channels of their choice. */
export async function tellNewWork(signal?: AbortSignal): Promise<void> {
  const due = await prisma.newWorkSetting.findMany({
    where: { mode: { not: "off" }, nextAt: { lte: now() } },
    select: { staffId: true },
  });
  for (const { staffId } of due) {
    signal?.throwIfAborted();
    await transaction((tx) => tellOne(tx, staffId));
  }
}

/**
 * Queues mail and push and keeps what they tell, in one transaction: a crash at any point loses nothing and tells nothing
 * twice, and any number of processes may do this at once.
 */
async function tellOne(tx: Tx, staffId: string): Promise<void> {
  const [taken] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM new_work_setting WHERE staff_id = ${staffId}::uuid AND mode <> 'off' AND next_at <= ${now()}
    FOR UPDATE SKIP LOCKED`;
  if (!taken) return;
  const row = await tx.newWorkSetting.findUniqueOrThrow({
    where: { staffId },
    include: { staff: true },
  });
  const { staff } = row;
  const isOpen = staff.isActive && staff.frozenAt === null && staff.erasedAt === null;
  const waiting = isOpen ? await readWaiting(tx, staff, row.kinds) : [];
  const fresh = waiting.filter(({ key }) => !row.told.includes(key));
  if (fresh.length > 0) {
    if (row.channels.includes("mail")) await queueMailOf(tx, staff, fresh, waiting);
    if (row.channels.includes("push")) await queuePushOf(tx, staffId, fresh);
  }
  const told = waiting.map(({ key }) => key);
  const isChanged = row.mode !== "at-once" || told.join() !== row.told.join();
  if (!isChanged) return;
  await tx.newWorkSetting.update({
    where: { staffId },
    data: { told, nextAt: nextTellingAt(row, now()) },
  });
}

/** For each device that takes messages for staff. What it shows is said when it is sent: rights may end before. */
async function queuePushOf(tx: Tx, staffId: string, fresh: Waiting[]): Promise<void> {
  const keys = fresh.map(({ key }) => key);
  await tx.$executeRaw`
    INSERT INTO notification_dispatch (subscription_id, work)
    SELECT id, ${keys}::text[] FROM push_subscription WHERE user_id = ${staffId}::uuid AND for_staff`;
}

/** Counts and short numbers only: a mailbox is no place for amounts, names or what somebody wrote. */
async function queueMailOf(
  tx: Tx,
  { email, username }: { email: string; username: string },
  fresh: Waiting[],
  waiting: Waiting[],
): Promise<void> {
  const { siteName } = await getSettings(tx);
  const lines = workKinds.flatMap((kind) => {
    const of = (all: Waiting[]) => all.filter((one) => one.kind === kind);
    return of(fresh).length > 0 ? [lineOf(kind, of(fresh), of(waiting).length)] : [];
  });
  await queueMail(tx, {
    to: email,
    subject: text("mails.newWork.subject", { siteName, count: fresh.length }),
    text: text("mails.newWork.body", {
      username,
      lines: lines.reduce((list, line) => text("mails.newWork.lines", { list, line })),
    }),
  });
}

const LINES: Record<WorkKind, TextKey> = {
  deposits: "mails.newWork.deposits",
  withdrawals: "mails.newWork.withdrawals",
  approvals: "mails.newWork.approvals",
  chat: "mails.newWork.chat",
};
const MAX_NUMBERS = 20;

function lineOf(kind: WorkKind, fresh: Waiting[], total: number): Text {
  const { named, more } = numbersOf(fresh, MAX_NUMBERS);
  return text(LINES[kind], {
    count: fresh.length,
    total,
    numbers: more > 0 ? text("mails.newWork.andMore", { numbers: named, more }) : named,
    // Kinds are called as their pages are.
    link: `${siteOrigin()}/admin/${kind}`,
  });
}
