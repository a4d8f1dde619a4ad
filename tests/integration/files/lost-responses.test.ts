import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as database from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { storeImage } from "@/lib/platform/files";
import { s3Storage, storage } from "@/lib/platform/files/storage";
import { unfinishedUploadsJob } from "@/lib/platform/files/unfinished";
import { pngImage } from "@/tests/factories/deposits";
import { asOwner } from "@/tests/support/owner";

const HOURS_2 = 7_200_000;

jest.mock("@/lib/platform/db", () => {
  const actual = jest.requireActual("@/lib/platform/db");
  return { ...actual, transaction: jest.fn(actual.transaction) };
});
const actual = jest.requireActual<typeof database>("@/lib/platform/db");

const target = {
  ownerId: null,
  visibility: "public",
  purpose: "site-logo",
  field: "logo",
} as const;

const upload = async () => ({
  name: "a.png",
  declaredType: "image/png",
  bytes: new Uint8Array(await pngImage()),
});

/** Stores an image; the answer to COMMIT is lost, and `error` is heard instead. */
async function storeAndHear(error: Error): Promise<void> {
  jest.mocked(database.transaction).mockImplementationOnce(async (work) => {
    await actual.transaction(work);
    throw error;
  });
  const stored = storeImage(await upload(), target, async () => undefined);
  await expect(stored).rejects.toBe(error);
}

const newest = () =>
  database.prisma.storedFile.findFirstOrThrow({ orderBy: { createdAt: "desc" } });

it.each(["Connection terminated unexpectedly", "Something else"])(
  "keeps a file that is recorded, though it is said: %s",
  async (message) => {
    await storeAndHear(new Error(message));
    expect(await storage().get((await newest()).storageKey)).not.toBeNull();
  },
);

it("removes a file that is not recorded, and leaves it where that can't be known", async () => {
  const removed = jest.spyOn(storage(), "remove");
  const store = async (error: Error) =>
    storeImage(await upload(), target, () => {
      throw error;
    });
  const refused = new AppError("VALIDATION");
  await expect(store(refused)).rejects.toBe(refused);
  expect(removed).toHaveBeenCalledTimes(1);
  const lost = Object.assign(new Error("lost"), { code: "ECONNRESET" });
  await expect(store(lost)).rejects.toBe(lost);
  expect(removed).toHaveBeenCalledTimes(1);
});

it("removes what a server that was killed in between left, and nothing that is recorded", async () => {
  let reached: () => void = () => undefined;
  const isUnderWay = new Promise<void>((resolve) => (reached = resolve));
  jest.mocked(database.transaction).mockImplementationOnce(() => {
    reached();
    return new Promise(() => undefined);
  });
  void storeImage(await upload(), target, async () => undefined);
  await isUnderWay;
  await storeImage(await upload(), target, async () => undefined);
  const recorded = (await newest()).storageKey;

  const left = await database.prisma.unfinishedUpload.findMany();
  const sweep = () => unfinishedUploadsJob.handler({}, { signal: new AbortController().signal });
  await sweep();
  for (const { storageKey } of left) expect(await storage().get(storageKey)).not.toBeNull();
  await asOwner().unfinishedUpload.updateMany({
    data: { startedAt: new Date(Date.now() - HOURS_2) },
  });
  await sweep();
  expect(left).not.toEqual([]);
  for (const { storageKey } of left) expect(await storage().get(storageKey)).toBeNull();
  expect(await database.prisma.unfinishedUpload.count()).toBe(0);
  expect(await storage().get(recorded)).not.toBeNull();
});

describe("a bucket", () => {
  let server: Server;
  let answer: "nothing" | "half" | "broken" | "forbidden";
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (answer === "half") response.writeHead(200, { "content-length": "10" }).write("half");
      if (answer === "broken") response.writeHead(503).end();
      if (answer === "forbidden") response.writeHead(403).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const here = (answerMs = 300) =>
    s3Storage({
      bucket: "files",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      answerMs,
    });

  it("that does not answer, or can't now, is waited for so long only", async () => {
    const unavailable = { code: "SERVICE_UNAVAILABLE", status: 503 };
    answer = "nothing";
    const put = here().put("a/b", new Uint8Array([1]), "image/png");
    await expect(put).rejects.toMatchObject(unavailable);
    await expect(here().remove("a/b")).rejects.toMatchObject(unavailable);
    answer = "half";
    await expect(here().get("a/b")).rejects.toMatchObject(unavailable);
    answer = "broken";
    await expect(here().get("a/b")).rejects.toMatchObject(unavailable);
  });

  it("that refuses us is a fault", async () => {
    answer = "forbidden";
    // An answer that is late would be another case.
    await expect(here(30_000).get("a/b")).rejects.not.toBeInstanceOf(AppError);
  });
});
