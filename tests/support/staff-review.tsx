import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { renderUi } from "./render";

type Sent = { body: unknown; key: string | null };
type Answers = Record<string, () => { status: number; body: object }>;

/** Whose request it is. */
export const payer = { id: "user-1", username: "maria", email: "maria@example.com" };

/** Stands in for the API: an answer by method and path. Returns the decisions that were sent. */
export function api(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = jest.fn(async (url, init) => {
    const path = String(url).split("?")[0];
    const answer = answers[`${init?.method ?? "GET"} ${path}`];
    if (!answer) throw new TypeError(`no answer for ${path}`);
    if (init?.method !== undefined && init.method !== "GET") {
      sent.push({
        body:
          init.body instanceof FormData
            ? Object.fromEntries(init.body)
            : JSON.parse(String(init.body)),
        key: new Headers(init.headers).get("idempotency-key"),
      });
    }
    const { status, body } = answer();
    return { ok: status < 400, status, headers: new Headers(), json: async () => body } as Response;
  });
  return sent;
}

/** A success of the API. */
export const ok = (body: object) => () => ({ status: 200, body: { success: true, ...body } });
/** The refusal of a hash that stands in others. */
export const repeated =
  (...sameHash: { id: string; number: string; status: string }[]) =>
  () => ({
    status: 409,
    body: {
      success: false,
      code: "TRANSACTION_HASH_REPEATED",
      message: "The same transaction hash stands in another request",
      sameHash,
    },
  });
/** Empty queues. */
export const none = { deposits: [], withdrawals: [], nextCursor: null };

/** Shows a request under review. */
export function renderReview(element: ReactElement) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The picture itself is another component's business.
  queryClient.setQueryData(["files", "/api/files/file-1"], new Blob());
  renderUi(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
  return { user: userEvent.setup(), queryClient };
}
