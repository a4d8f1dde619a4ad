/** Sends what is queued: to devices through their push services, and by mail. */

import { prisma, sql, type Tx, transaction } from "@/lib/platform/db";
import { isTrue } from "@/lib/platform/db/is-true";
import { siteOrigin } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queueMail } from "@/lib/platform/mail";
import { asWritten, type Text, text } from "@/lib/platform/text";
import { offered, renderText } from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { type PushKey, pushKey, pushSubject } from "./keys";
import { type PostPush, type PushRequest, postPush } from "./push-service";
import {
  endOfQuiet,
  isQuiet,
  kindOf,
  MAX_ATTEMPTS,
  PUSH_LIFE_SECONDS,
  retrySeconds,
} from "./rules";
import { quietHoursOf } from "./settings";
import { unsubscribeLink } from "./unsubscribe";
import { stoppableMails } from "./unsubscribe-schema";

const BATCH_SIZE = 50;
/** A claim of a process that was killed is free again after it; longer than a push service is waited for. */
const CLAIM_SECONDS = 60;
/** Push services take some 4 kB, of which encryption needs a part. */
const MAX_BODY_LENGTH = 300;

/** What a device shows, and where a press on it leads. What comes by the same tag takes the place of what is shown. */
export interface Shown {
  title: Text;
  body: Text;
  url: string;
  tag: string;
}

/** New work that a device of staff is to be told of, by the keys that it was queued with. */
export interface QueuedWork {
  staffId: string;
  sessionId: string;
  keys: string[];
}

/**
 * Says what a device shows of queued work, by what the session may see at that moment and what still waits; null where
 * that is nothing. Whoever knows what staff work on hands it in.
 */
export type DescribeWork = (queued: QueuedWork) => Promise<Shown | null>;

type Notice = {
  notification_id: string;
  type: string;
  title: string;
  message: string;
  is_read: boolean;
  /** Kinds that are mailed now. */
  mailed: string[];
  showsAmounts: boolean;
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
};
type Work = { notification_id: null; work: string[] };
type Due = (Notice | Work) & {
  id: bigint;
  attempts: number;
  user_id: string;
  age_seconds: number;
  username: string;
  email: string;
  language: string | null;
  is_live: boolean;
  subscription_id: string | null;
};
type Device = {
  subscription_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};
type Push = Due & Device;

const isPush = (due: Due): due is Push => due.subscription_id !== null;
const isNotice = <Row extends Due>(due: Row): due is Row & Notice => due.notification_id !== null;

/** Anything is to be sent. */
export const anyDispatchDue = () =>
  sql`EXISTS (SELECT FROM notification_dispatch WHERE due_at <= app_now())`;

/** Nearly always not, and then this is all. */
const isAnyDue = (): Promise<boolean> => isTrue(anyDispatchDue());

/** Takes what is due for a while; whatever is not settled until then is due again. */
async function claim(tx: Tx): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM notification_dispatch WHERE due_at <= app_now()
      ORDER BY due_at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE notification_dispatch d
      SET attempts = d.attempts + 1, due_at = app_now() + make_interval(secs => ${CLAIM_SECONDS})
      FROM due WHERE d.id = due.id
      RETURNING d.id, d.attempts, d.notification_id, d.subscription_id, d.work, d.created_at
    )
    SELECT t.id, t.attempts, t.notification_id, t.subscription_id, t.work, u.id AS user_id, n.type, n.title, n.message,
      n.read_at IS NOT NULL AS is_read, extract(epoch FROM app_now() - coalesce(n.created_at, t.created_at))::float8 AS age_seconds,
      u.username, u.email, u.language,
      u.is_active AND u.erased_at IS NULL
        AND (p.id IS NULL OR (e.revoked_at IS NULL AND e.expires_at > app_now())) AS is_live,
      p.session_id, p.endpoint, p.p256dh, p.auth, s.quiet_from AS "quietFrom", s.quiet_to AS "quietTo", s.quiet_zone AS "quietZone",
      s.mail AS mailed, s.shows_amounts AS "showsAmounts"
    FROM taken t LEFT JOIN notification n ON n.id = t.notification_id LEFT JOIN push_subscription p ON p.id = t.subscription_id
      JOIN app_user u ON u.id = coalesce(n.user_id, p.user_id) JOIN notification_setting s ON s.user_id = u.id
      LEFT JOIN session e ON e.id = p.session_id
    ORDER BY t.id`;
}

const forget = (tx: Tx, ids: bigint[]) =>
  tx.notificationDispatch.deleteMany({ where: { id: { in: ids } } });

/** Mails a notification in the transaction that takes it from the queue, so once. */
async function mail(tx: Tx, due: Due & Notice, siteName: string): Promise<void> {
  const kind = stoppableMails.find((each) => each === kindOf(due.type));
  await queueMail(tx, {
    to: due.email,
    ...(kind ? { unsubscribe: unsubscribeLink(due.user_id, kind) } : {}),
    subject: text("mails.notification.subject", { siteName, title: due.title }),
    text: text("mails.notification.body", {
      username: due.username,
      message: due.message,
      link: `${siteOrigin()}/notifications`,
      settings: `${siteOrigin()}/notifications/settings`,
    }),
  });
}

const isSilent = (due: Notice, at: Date): boolean => {
  const quiet = quietHoursOf(due);
  return quiet !== null && isQuiet(quiet, at);
};

/** Whether a device is still to be told. What was not pushed in quiet hours waits in the list. */
const isToPush = (due: Push, at: Date): boolean =>
  due.age_seconds <= PUSH_LIFE_SECONDS && !(isNotice(due) && (due.is_read || isSilent(due, at)));

/** Mails a notification, or lets it wait for the end of quiet hours. @returns whether it is dealt with */
async function settleMail(tx: Tx, due: Due & Notice, at: Date, siteName: string): Promise<boolean> {
  if (!due.is_live || due.is_read || !due.mailed.includes(kindOf(due.type))) return true;
  const quiet = quietHoursOf(due);
  if (!quiet || !isQuiet(quiet, at)) {
    await mail(tx, due, siteName);
    return true;
  }
  const dueAt = endOfQuiet(quiet, at);
  await tx.notificationDispatch.update({ where: { id: due.id }, data: { dueAt } });
  return false;
}

/** Does all that needs no push service. @returns what is to be pushed */
async function takeDue(): Promise<{ pushes: Push[]; taken: number }> {
  return transaction(async (tx) => {
    const due = await claim(tx);
    const at = now();
    const { siteName } = await getSettings(tx);
    const done: bigint[] = [];
    const pushes: Push[] = [];
    for (const each of due) {
      if (isPush(each)) {
        if (!each.is_live) {
          await tx.pushSubscription.deleteMany({ where: { id: each.subscription_id } });
        } else if (isToPush(each, at)) pushes.push(each);
        else done.push(each.id);
      } else if (!isNotice(each) || (await settleMail(tx, each, at, siteName))) done.push(each.id);
    }
    await forget(tx, done);
    return { pushes, taken: due.length };
  });
}

const cut = (words: string) =>
  words.length <= MAX_BODY_LENGTH ? words : `${words.slice(0, MAX_BODY_LENGTH - 1)}…`;

/** A notification as a device shows it: locked ones show it to anybody, so amounts only by choice. */
const noticeShown = ({ notification_id: id, title, message, showsAmounts }: Notice): Shown => ({
  title: asWritten(title),
  body: showsAmounts ? asWritten(message) : text("notices.push.hidden"),
  url: "/notifications",
  tag: id,
});

/** The message to a device, or null where nothing of it is to be told any more. */
async function payloadOf(push: Push, describeWork: DescribeWork): Promise<string | null> {
  const shown = isNotice(push)
    ? noticeShown(push)
    : await describeWork({
        staffId: push.user_id,
        sessionId: push.session_id,
        keys: push.work,
      });
  if (!shown) return null;
  const locale = offered(push.language) ?? siteLocale;
  const { title, body, url, tag } = shown;
  return JSON.stringify({
    // Of a message that is sent again, the same.
    id: String(push.id),
    tag,
    title: cut(renderText(title, locale)),
    body: cut(renderText(body, locale)),
    url,
  });
}

interface Service {
  key: PushKey;
  post: PostPush;
  describeWork: DescribeWork;
}

/**
 * A message as its push service takes it. Null where there is no sealing it, which no later attempt would change: a device
 * chooses its own key, and others must not wait for it.
 */
function sealed(
  webPush: typeof import("web-push"),
  push: Push,
  payload: string,
  key: PushKey,
): PushRequest | null {
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: push.endpoint, keys: { p256dh: push.p256dh, auth: push.auth } },
      payload,
      {
        vapidDetails: { subject: pushSubject(), ...key },
        TTL: Math.max(0, Math.round(PUSH_LIFE_SECONDS - push.age_seconds)),
      },
    );
    return { endpoint, headers: headers as Record<string, string>, body };
  } catch (err) {
    log.warn({ event: "push.not_sealed", host: new URL(push.endpoint).host, err });
    return null;
  }
}

async function send(push: Push, { key, post, describeWork }: Service): Promise<void> {
  const payload = await payloadOf(push, describeWork);
  const { default: webPush } = await import("web-push");
  const message = payload === null ? null : sealed(webPush, push, payload, key);
  if (!message) {
    await prisma.notificationDispatch.deleteMany({ where: { id: push.id } });
    return;
  }
  const answer = await post(message).catch((error: unknown) => ({
    status: 0,
    retryAfterSeconds: null,
    error,
  }));
  const { status, retryAfterSeconds } = answer;
  // The device is gone for good.
  if (status === 404 || status === 410) {
    await prisma.pushSubscription.deleteMany({ where: { id: push.subscription_id } });
    return;
  }
  const isPassing = status === 0 || status === 429 || status >= 500;
  if (isPassing && push.attempts < MAX_ATTEMPTS) {
    const seconds = Math.max(retryAfterSeconds ?? 0, retrySeconds(push.attempts));
    await prisma.$executeRaw`
      UPDATE notification_dispatch SET due_at = app_now() + make_interval(secs => ${Math.min(seconds, PUSH_LIFE_SECONDS)})
      WHERE id = ${push.id}`;
    return;
  }
  if (status < 200 || status > 299) {
    const { host } = new URL(push.endpoint);
    log.warn({
      event: "push.refused",
      host,
      status,
      err: "error" in answer ? answer.error : undefined,
    });
  }
  await prisma.notificationDispatch.deleteMany({ where: { id: push.id } });
}

/**
 * Sends a batch of what is due. Any number of processes may call it at once; a message whose process was killed on the
 * way is sent again, and devices show one of two.
 * @param describeWork says what devices of staff show
 * @param post hands a message to its push service
 * @returns whether more may be waiting
 */
export async function sendDue(
  describeWork: DescribeWork,
  post: PostPush = postPush,
): Promise<boolean> {
  if (!(await isAnyDue())) return false;
  const { pushes, taken } = await takeDue();
  const key = pushKey();
  if (key) await Promise.all(pushes.map((push) => send(push, { key, post, describeWork })));
  else
    await prisma.notificationDispatch.deleteMany({
      where: { id: { in: pushes.map(({ id }) => id) } },
    });
  return taken === BATCH_SIZE;
}
