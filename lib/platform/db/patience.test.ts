import { log } from "@/lib/platform/log";
import { withPatience } from "./patience";

jest.mock("@/lib/platform/env", () => ({ env: {} }));
jest.mock("@/lib/platform/log", () => ({ log: { warn: jest.fn() } }));

/** What `pg` says of a connection that took too long. */
const tooSlow = () => new Error("timeout expired");

beforeEach(() => jest.mocked(log.warn).mockClear());

it("waits for a database that is slow or only starts, and says what for", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const connect = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(tooSlow())
    .mockRejectedValueOnce(refused)
    .mockResolvedValue("connected");
  await expect(withPatience("events", connect)).resolves.toBe("connected");
  const said = jest.mocked(log.warn).mock.calls.map(([fields]) => fields);
  expect(said).toEqual([
    expect.objectContaining({ event: "start.waiting", what: "events" }),
    expect.objectContaining({ event: "start.waiting", what: "events" }),
  ]);
});

it("gives up on one that stays away, with what the driver said", async () => {
  const connect = jest.fn<Promise<string>, []>().mockRejectedValue(tooSlow());
  await expect(withPatience("events", connect, 0)).rejects.toThrow("timeout expired");
});

it("hides no other fault", async () => {
  const connect = jest.fn<Promise<string>, []>().mockRejectedValue(new Error("no such role"));
  await expect(withPatience("events", connect)).rejects.toThrow("no such role");
  expect(connect).toHaveBeenCalledTimes(1);
});
