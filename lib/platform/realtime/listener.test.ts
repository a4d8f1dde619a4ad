import { openSession, type Session } from "@/lib/platform/db/session";
import { until } from "@/tests/support/poll";
import { startListener } from "./listener";

jest.mock("@/lib/platform/db/session", () => ({ openSession: jest.fn() }));
jest.mock("@/lib/platform/redis", () => ({ redis: () => null, anotherRedis: () => null }));
jest.mock("@/lib/platform/log", () => ({ log: { info: jest.fn(), warn: jest.fn() } }));

/** A session that a test can lose. */
function makeSession() {
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  const client = { on: jest.fn(), query: jest.fn(async () => undefined), escapeIdentifier: String };
  const close = jest.fn(async () => lose());
  return { session: { client, lost, close } as unknown as Session, close, lose };
}

it("leaves no session open when it is stopped while it connects again", async () => {
  const [first, second] = [makeSession(), makeSession()];
  let connect: (session: Session) => void = () => undefined;
  jest
    .mocked(openSession)
    .mockResolvedValueOnce(first.session)
    .mockReturnValueOnce(new Promise((resolve) => (connect = resolve)));
  const onResume = jest.fn();
  const listener = await startListener({ channels: { news: jest.fn() }, onResume });
  first.lose();
  await until("it connects again", () => jest.mocked(openSession).mock.calls.length === 2);
  const stopped = listener.stop();
  connect(second.session);
  await stopped;
  expect(second.close).toHaveBeenCalledTimes(1);
  expect(onResume).not.toHaveBeenCalled();
});
