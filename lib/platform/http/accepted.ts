import type { Text } from "@/lib/platform/text";

const ACCEPTED = Symbol("accepted");

/** An answer of status 202, as `accepted` marks it. */
export type Accepted<T> = T & { message?: Text; [ACCEPTED]: true };

/** Marks an answer as 202: the request was taken, and waits for somebody else. */
export function accepted<T extends object>(answer: T & { message?: Text }): Accepted<T> {
  return Object.defineProperty(answer, ACCEPTED, { value: true, enumerable: false }) as Accepted<T>;
}

/** Whether an answer was marked as 202. */
export function isAccepted(answer: object): boolean {
  return ACCEPTED in answer;
}
