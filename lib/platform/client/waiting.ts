import { ApiError } from "./api";

/**
 * What an answer brings, unless what was asked for waits for a second person (202): nothing is done then, and the
 * server's words for it stand where a refusal would.
 * @throws ApiError SECOND_PERSON_NEEDED with what waits
 */
export function unlessWaiting<T extends { message?: string }>(answer: T): T {
  if (!("approval" in answer)) return answer;
  throw new ApiError(202, "SECOND_PERSON_NEEDED", answer.message ?? "", {}, undefined, answer);
}

/** Which approval it is that a failure says something waits for; null of every other failure. */
export function waitingIdOf(failure: unknown): string | null {
  if (!(failure instanceof ApiError) || failure.code !== "SECOND_PERSON_NEEDED") return null;
  return (failure.body.approval as { id: string } | undefined)?.id ?? null;
}
