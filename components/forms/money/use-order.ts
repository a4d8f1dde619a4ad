import { useTranslations } from "next-intl";
import { useClockOffset } from "@/components/app/live/realtime-state";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { type Unconfirmed, useSend } from "@/lib/platform/client/request-key";
import type { Reviewed } from "./use-money-form";

export interface OrderOptions<Sent, Answer> {
  /** Sends it. */
  call: (sent: Sent) => Promise<Answer>;
  /** The server's time in an answer at which the order was done. */
  doneAt: (answer: Answer) => string;
  /** `earlier` says of an answer to an earlier sending when that was; null where the order was done now. */
  onDone: (answer: Answer, earlier: string | null) => void;
  /** What else a failure asks for; the button waits for that, too. */
  onFailure?: (failure: unknown) => unknown;
}

/**
 * Sends a reviewed order once, and the very same again while its outcome is unknown. An accepted one leaves an
 * empty form.
 */
export function useOrder<Sent extends object, Answer, Kept extends object = Sent>(
  { content, request, leave, finish }: Reviewed<unknown>,
  { call, doneAt, onDone, onFailure }: OrderOptions<Sent, Answer>,
) {
  const unconfirmed = request.unconfirmed<Kept>(content);
  const doneEarlier = useDoneEarlier(unconfirmed);
  const submit = async (sent: Sent, sentAtMs: number) => {
    const answer = await call(sent);
    const earlier = doneEarlier(doneAt(answer), sentAtMs);
    finish();
    onDone(answer, earlier);
  };
  const { send, pending, failure, error, clearError } = useSend(request, submit, onFailure);
  return {
    /** What was sent and may have been done: it is only sent again, and shown as it was sent. */
    unconfirmed,
    /**
     * Sends what `make` makes, or again what was sent first.
     * @param secrets what else to send, such as a password
     */
    send: (make: (idempotencyKey: string) => Kept, secrets?: Omit<Sent, keyof Kept>): void =>
      void send(request.orderOf<Kept, object>(content, make, secrets) as unknown as Sent),
    failure,
    clearError,
    /** For the sheet that shows it. */
    sheet: { open: true, onBack: leave, pending, error, unconfirmed },
  };
}

/**
 * Tells the answer to an earlier sending, which may be days old, from that of an order done now.
 * @param unconfirmed what was unconfirmed when it was sent again; null for a first sending
 * @returns what to say of an answer in place of a plain "accepted", from the server's time in it and the device's
 * time of this sending in milliseconds; null where the order was done now
 */
function useDoneEarlier(unconfirmed: Unconfirmed<unknown> | null) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ui");
  const clockOffsetMs = useClockOffset();
  return (doneAt: string, sentAtMs: number): string | null => {
    if (unconfirmed === null) return null;
    // With the server's clock unknown the time is said all the same: it is true of an order done now, too.
    const isNew = clockOffsetMs !== null && Date.parse(doneAt) >= sentAtMs + clockOffsetMs;
    const time = formatDateTime(doneAt, { style: "full", zone: true });
    return isNew ? null : t("doneEarlier", { time });
  };
}
