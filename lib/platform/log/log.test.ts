import { onRequestError } from "@/instrumentation";
import { log, logConsole } from ".";

jest.mock("@/lib/platform/env", () => ({ env: {} }));

const logged = () => jest.spyOn(log, "error").mockImplementation(() => undefined);
const fault = Object.assign(new Error("no such column"), { digest: "123" });

describe("what a page fails with", () => {
  const request = { path: "/trade?token=secret", method: "GET", headers: { cookie: "secret" } };
  const context = {
    routerKind: "App Router",
    routePath: "/(user)/trade",
    routeType: "render",
    revalidateReason: undefined,
  } as const;
  const { NEXT_RUNTIME } = process.env;
  afterEach(() => {
    if (NEXT_RUNTIME === undefined) delete process.env.NEXT_RUNTIME;
    else process.env.NEXT_RUNTIME = NEXT_RUNTIME;
  });

  it("is in the log with its place and its digest, and without what the visitor sent", async () => {
    process.env.NEXT_RUNTIME = "nodejs";
    const error = logged();
    await onRequestError(fault, request, context);
    const place = { method: "GET", path: "/trade", route: "/(user)/trade", routeType: "render" };
    expect(error.mock.calls).toEqual([
      [{ event: "page.failed", ...place, digest: "123", err: fault }],
    ]);
  });

  it("loads no log on the edge", async () => {
    process.env.NEXT_RUNTIME = "edge";
    const error = logged();
    await onRequestError(fault, request, context);
    expect(error).not.toHaveBeenCalled();
  });
});

it("takes what is said on the console as one line", () => {
  const target = { warn: jest.fn(), error: jest.fn() };
  logConsole(target);
  const error = logged();
  const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  target.error("⨯", fault);
  target.error("%s of %s", 1, { a: 2 });
  target.warn("careful");
  expect(error.mock.calls).toEqual([
    [{ err: fault }, "⨯"],
    [{}, "1 of { a: 2 }"],
  ]);
  expect(warn.mock.calls).toEqual([[{}, "careful"]]);
});
