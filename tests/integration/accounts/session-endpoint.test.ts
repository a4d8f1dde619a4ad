import { GET, OPTIONS } from "@/app/api/auth/[...nextauth]/route";
import { apiRequest } from "@/tests/support/api";

// next-auth needs a request of Next's, which there is none of here, and refuses HEAD.
jest.mock("next-auth", () => ({
  __esModule: true,
  default: () => (request: Request) =>
    new Response(null, { status: request.method === "GET" ? 200 : 400 }),
}));

const context = (path: string) => ({ params: Promise.resolve({ nextauth: [path] }) });

it("answers HEAD where it answers GET", async () => {
  for (const [path, status] of [
    ["session", 200],
    ["nope", 404],
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await GET(apiRequest({ method }), context(path));
      expect([path, method, answer.status]).toEqual([path, method, status]);
    }
  }
  const named = await OPTIONS(apiRequest({ method: "OPTIONS" }), context("session"));
  expect(named.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

it("counts what an address asks, as where anyone may call", async () => {
  const ask = (ip: string) => GET(apiRequest({ ip }), context("session"));
  for (let count = 0; count < 600; count += 1) expect((await ask("192.0.2.80")).status).toBe(200);
  const refused = await ask("192.0.2.80");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({ success: false, code: "RATE_LIMITED" });
  expect((await ask("192.0.2.81")).status).toBe(200);
});
