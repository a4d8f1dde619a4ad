import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";

const BUSY = text("errors.common.theServerBusyRightNow");
const MIB = 1024 * 1024;

type Limits = {
  /** What all uploads together may hold. */
  bytes: number;
  /** What those of one caller may hold, so that nobody takes up all the room. */
  bytesOfOne: number;
  /** After how long the refused may try again. */
  retryAfterSeconds: number;
};

/**
 * Counts the bytes of uploads that this process holds in memory, from their arrival until their requests are
 * answered.
 */
export function memoryQuota({ bytes: most, bytesOfOne, retryAfterSeconds }: Limits) {
  const byRequest = new WeakMap<Request, { caller: string; bytes: number }>();
  const byCaller = new Map<string, number>();
  let held = 0;
  const change = (caller: string, bytes: number) => {
    held += bytes;
    const own = (byCaller.get(caller) ?? 0) + bytes;
    if (own > 0) byCaller.set(caller, own);
    else byCaller.delete(caller);
  };
  return {
    /**
     * Makes room for bytes that arrived in a request.
     * @throws AppError RATE_LIMITED when there is none: what the request holds already is still to be let go
     */
    hold(request: Request, caller: string, bytes: number): void {
      const own = (byCaller.get(caller) ?? 0) + bytes;
      if (held + bytes > most || own > bytesOfOne) {
        throw new AppError("RATE_LIMITED", { message: BUSY, retryAfterSeconds });
      }
      change(caller, bytes);
      byRequest.set(request, { caller, bytes: (byRequest.get(request)?.bytes ?? 0) + bytes });
    },
    /** Gives back the room of a request, if it has any. */
    letGo(request: Request): void {
      const own = byRequest.get(request);
      if (own) change(own.caller, -own.bytes);
      byRequest.delete(request);
    },
  };
}

/** The room of this process: for 24 images of the largest size, four of them one person's. */
export const uploads = memoryQuota({
  bytes: 256 * MIB,
  bytesOfOne: 42 * MIB,
  retryAfterSeconds: 10,
});
