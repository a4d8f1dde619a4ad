import { POST as sendImage } from "@/app/api/chat/send-image/route";
import { prisma, transaction } from "@/lib/platform/db";
import { queueFileRemoval, removeFilesJob } from "@/lib/platform/files/removal";
import { storage } from "@/lib/platform/files/storage";
import { drainQueue } from "@/lib/platform/jobs/runner";
import { pngImage } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { read, show } from "@/tests/integration/chat/support";
import { testDatabase } from "@/tests/support/database";

const DAY_BYTES = 200_000_000;
const HOUR_MS = 3_600_000;

/** A file that somebody stored some hours ago. */
const stored = (ownerId: string, byteSize: number, hoursAgo: number) =>
  prisma.storedFile.create({
    data: {
      ownerId,
      byteSize,
      createdAt: new Date(Date.now() - hoursAgo * HOUR_MS),
      visibility: "private",
      purpose: "chat-image",
      storageKey: `test/${crypto.randomUUID()}`,
      contentType: "image/png",
      sha256: new Uint8Array(32),
    },
  });

it("lets a user store so much in 24 hours, and says when there is room again", async () => {
  const { user, token } = await signedInUser();
  const image = await pngImage();
  await stored(user.id, DAY_BYTES, 25);
  await stored(user.id, DAY_BYTES - image.length, 23);
  expect((await show(token, image)).status).toBe(201);
  const refused = await show(token, image);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "RATE_LIMITED",
      message: "You have sent many large images today",
      errors: { image: ["You have sent many large images today"] },
    },
  });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
});

it("counts images that are sent at once, and leaves nothing of a refused one", async () => {
  const { user, token } = await signedInUser();
  const image = await pngImage();
  await stored(user.id, DAY_BYTES - image.length, 1);
  const answers = await Promise.all(Array.from({ length: 4 }, () => show(token, image)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429]);
  expect(await prisma.storedFile.count({ where: { ownerId: user.id } })).toBe(2);
});

it("never keeps support from sending an image to somebody", async () => {
  const { user, token } = await signedInUser();
  const { token: staff } = await signedInAdmin({ permissions: ["support"] });
  const chatId = (await read(token)).body.chat.id;
  await stored(user.id, DAY_BYTES, 1);
  expect((await show(token, await pngImage())).status).toBe(429);
  expect((await show(staff, await pngImage(), { chatId })).status).toBe(201);
});

it("does not count what support sent", async () => {
  const { user, token } = await signedInUser();
  const { token: staff } = await signedInAdmin({ permissions: ["support"] });
  const chatId = (await read(token)).body.chat.id;
  const image = await pngImage();
  expect((await show(staff, image, { chatId })).status).toBe(201);
  await stored(user.id, DAY_BYTES - image.length, 1);
  expect((await show(token, image)).status).toBe(201);
  expect((await show(token, image)).status).toBe(429);
});

/** An image of the largest size that has arrived but for its end. */
function unfinished(token: string) {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  let tell: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const start = (controller: typeof body) => {
    body = controller;
    controller?.enqueue(new Uint8Array(10 * 1024 * 1024));
  };
  const request = new Request("http://localhost/api/chat/send-image", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
    // Asked for more only once it has taken what there is.
    body: new ReadableStream({ start, pull: () => tell() }, { highWaterMark: 0 }),
    duplex: "half",
  } as RequestInit);
  const answer = sendImage(request, { params: Promise.resolve({}) });
  return { answer, isRead, breakOff: () => body?.error(new Error("gone")) };
}

it("holds four large uploads of one person at a time, until they end, and others' meanwhile", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const held = Array.from({ length: 4 }, () => unfinished(ann.token));
  await Promise.all(held.map(({ isRead }) => isRead));
  const refused = await unfinished(ann.token).answer;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
  expect((await show(bob.token, await pngImage())).status).toBe(201);

  held[0]?.breakOff();
  await held[0]?.answer;
  const next = unfinished(ann.token);
  await next.isRead;
  for (const { breakOff } of [...held, next]) breakOff();
  await next.answer;
});

describe("what is to be removed", () => {
  const { name } = removeFilesJob;

  /** As if so many days of hourly tries had gone by. */
  async function passDays(days: number): Promise<void> {
    await testDatabase().query(
      `UPDATE pgboss.job SET retry_count = retry_count + 24 * $2, start_after = now(),
       keep_until = keep_until - $2 * interval '1 day' WHERE name = $1`,
      [name, days],
    );
    await testDatabase().query(
      "UPDATE pgboss.queue SET maintain_on = now() - interval '61 minutes' WHERE name = $1",
      [name],
    );
  }

  it("removes a file after the store was down for weeks", async () => {
    const key = "deposit-proof/of-somebody";
    await storage().put(key, new Uint8Array([1]), "image/png");
    const remove = jest.spyOn(storage(), "remove").mockRejectedValue(new Error("down"));
    await transaction((tx) => queueFileRemoval(tx, [key]));
    for (const days of [0, 14, 15]) {
      await passDays(days);
      expect(await drainQueue([removeFilesJob])).toEqual({ done: 0, failed: 1 });
    }
    remove.mockRestore();
    await passDays(0);
    expect(await drainQueue([removeFilesJob])).toEqual({ done: 1, failed: 0 });
    expect(await storage().get(key)).toBeNull();
  });
});
