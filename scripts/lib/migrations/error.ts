import { DatabaseError } from "pg";

/** Why the database could not be brought up to date. Codes with a P as in Prisma's own error reference. */
export class MigrationError extends Error {
  constructor(
    readonly code:
      | "P3005"
      | "P3009"
      | "P3018"
      | "MODIFIED"
      | "PENDING"
      | "LOCKED"
      | "TRANSACTION"
      | "SQUASHED"
      | "FUNCTION",
    message: string,
  ) {
    super(message);
  }
}

/** What the server said went wrong, with the objects that it names. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError && error.detail) return `${error.message}: ${error.detail}`;
  return error instanceof Error ? error.message : String(error);
}
