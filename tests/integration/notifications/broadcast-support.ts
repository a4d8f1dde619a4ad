import { GET as one } from "@/app/api/admin/notifications/[id]/route";
import { GET as recipients, POST as resolve } from "@/app/api/admin/notifications/recipients/route";
import { GET as list, POST as send } from "@/app/api/admin/notifications/route";
import { broadcastJob } from "@/lib/notifications/broadcast-job";
import type {
  BroadcastDetailDto,
  BroadcastsResponse,
  FoundRecipients,
  RecipientsResponse,
} from "@/lib/notifications/broadcast-schema";
import { callRoute } from "@/tests/support/api";

const PATH = "/api/admin/notifications";

/** POST /api/admin/notifications. */
export const broadcast = (token: string | undefined, body: object, idempotencyKey?: string) =>
  callRoute<{ notification: BroadcastDetailDto }>(send, {
    path: PATH,
    token,
    body,
    idempotencyKey,
  });

/** GET /api/admin/notifications. */
export const broadcasts = (token: string | undefined, query = "") =>
  callRoute<BroadcastsResponse>(list, { path: `${PATH}${query}`, token });

/** GET /api/admin/notifications/{id}. */
export const report = (token: string | undefined, id: string) =>
  callRoute<{ notification: BroadcastDetailDto }>(one, { token, params: { id } });

/** GET /api/admin/notifications/recipients. */
export const searchPeople = (token: string | undefined, search: string) =>
  callRoute<RecipientsResponse>(recipients, {
    path: `${PATH}/recipients?search=${encodeURIComponent(search)}`,
    token,
  });

/** POST /api/admin/notifications/recipients. */
export const findPeople = (token: string | undefined, usernames: unknown) =>
  callRoute<FoundRecipients>(resolve, {
    path: `${PATH}/recipients`,
    token,
    body: { usernames },
  });

/** Does the job's work until nothing is left. */
export const deliver = (signal = new AbortController().signal) =>
  broadcastJob.handler({}, { signal });
