import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { approvalKeys } from "@/lib/approvals/client";
import type { AloneRule } from "@/lib/approvals/schema";
import type { OwnerFacts } from "@/lib/flags/schema";
import { type Answer, answerFetches, type Sent } from "../network";
import { renderUi } from "./render";

/** An owner of whom nothing is known yet. */
export const owner: OwnerFacts = {
  memberSince: "2026-07-20T10:00:00.000Z",
  emailVerified: true,
  deposited: { USDT: "0.000000", XAUT: "0.000000" },
  withdrawn: { USDT: "0.000000", XAUT: "0.000000" },
  earlier: [],
  notes: [],
};

/** Whose request it is. */
export const payer = { id: "user-1", username: "maria", email: "maria@example.com" };

/** Stands in for the API: an answer by method and path. Returns the decisions that were sent. */
export function api(answers: Record<string, () => Answer>): Pick<Sent, "body" | "key">[] {
  const decisions: Pick<Sent, "body" | "key">[] = [];
  answerFetches(({ method, path, body, key }) => {
    const asked = `${method} ${path.split("?")[0]}`;
    const answer = answers[asked];
    if (method !== "GET") decisions.push({ body, key });
    if (!answer) throw new Error(`no answer for ${asked}`);
    return answer();
  });
  return decisions;
}

/** A success of the API. */
export const ok = (body: object) => () => ({ status: 200, body });
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

/** Shows a request under review. @param rule what the member of staff can move alone, where that matters */
export function renderReview(element: ReactElement, rule?: AloneRule) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryDefaults([...approvalKeys.all, "rule"], {
    enabled: false,
    initialData: rule,
  });
  // The picture itself is another component's business.
  queryClient.setQueryData(["files", "/api/files/file-1"], new Blob());
  renderUi(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
  return { user: userEvent.setup(), queryClient };
}
