import { toAppError } from "./index";

const coded = (code: string) => Object.assign(new Error("something"), { code });
/** As Prisma hands on what a raw query failed with. */
const raw = (cause: object) =>
  Object.assign(new Error("Raw query failed"), {
    code: "P2010",
    meta: { driverAdapterError: Object.assign(new Error("driver"), { cause }) },
  });

describe("a database or disk that can't be used now is no fault of the program", () => {
  it.each([
    ...[
      "57P01",
      "57P02",
      "25006",
      "53100",
      "53300",
      "ENOSPC",
      "EROFS",
      "55P03",
      "ECONNREFUSED",
      "ETIMEDOUT",
    ],
    ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECT_TIMEOUT"],
  ])("%s is 503", (code) => {
    expect(toAppError(coded(code))).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  });

  it("what a pooler ends a connection with is 503, and a mistake in the protocol is not", () => {
    const told = (severity: string) => Object.assign(coded("08P01"), { severity });
    expect(toAppError(told("FATAL"))).toMatchObject({ status: 503 });
    expect(toAppError(told("ERROR"))).toMatchObject({ status: 500 });
  });

  it.each(["SocketTimeout", "ConnectionClosed", "DatabaseNotReachable"])(
    "%s in a raw query is 503",
    (kind) => {
      expect(toAppError(raw({ kind })).status).toBe(503);
      expect(toAppError(raw({ originalCode: "25006", kind: "postgres" })).status).toBe(503);
    },
  );

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "timeout exceeded when trying to connect",
    "Transaction API error: Unable to start a transaction in the given time.",
  ])("%s is 503", (message) => {
    expect(toAppError(new Error(message)).status).toBe(503);
  });

  it("neither is a transaction that the database undid for another: it may be sent again", () => {
    const asPrismaSaysIt = raw({ originalCode: "40P01", kind: "TransactionWriteConflict" });
    for (const error of [coded("40P01"), coded("40001"), coded("P2034"), asPrismaSaysIt]) {
      expect(toAppError(error)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    }
    expect(toAppError(raw({ kind: "TransactionWriteConflict" })).status).toBe(503);
  });

  it("everything else stays 500", () => {
    for (const error of [coded("42601"), coded("P2028"), new Error("The connection is odd"), "x"]) {
      expect(toAppError(error).status).toBe(500);
    }
  });
});
