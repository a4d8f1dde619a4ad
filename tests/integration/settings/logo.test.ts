import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { POST as send } from "@/app/api/admin/upload/logo/route";
import { GET as fetchFile } from "@/app/api/files/[id]/route";
import { prisma } from "@/lib/platform/db";
import { getSettings } from "@/lib/settings/data";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";

const MEGABYTE = 1024 * 1024;

type Answer = { logoUrl: string; width: number; height: number };

function upload(token: string | undefined, bytes?: Uint8Array, field = "logo") {
  const body = new FormData();
  const type = "image/png";
  if (bytes) body.set(field, new Blob([new Uint8Array(bytes)], { type }), "logo.png");
  return callRoute<Answer>(send, { token, body, path: "/api/admin/upload/logo" });
}

const picture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 160, b: 40, alpha: 0.5 } },
  });

let token: string;
beforeAll(async () => {
  token = (await signedInAdmin({ permissions: ["settings"] })).token;
});

it("stores a new image made from its pixels, which anybody may fetch and keep", async () => {
  const bytes = await picture(2_000, 1_000).withMetadata().png().toBuffer();
  const { status, body } = await upload(token, bytes);
  expect(status).toBe(201);
  expect(body).toMatchObject({ width: 512, height: 256 });
  const id = body.logoUrl.split("/").at(-1) ?? "";
  const response = await callRaw(fetchFile, { params: { id } });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const kept = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([kept.format, kept.width, kept.hasAlpha]).toEqual(["png", 512, true]);
  const entry = await prisma.auditEntry.findFirst({ where: { action: "settings.logo" } });
  expect(entry).toMatchObject({ targetId: id });
  // Only saving the settings shows it to anybody.
  expect((await getSettings()).logoUrl).toBe("/logo.png");
});

it("keeps a photograph a JPEG, and a small image its size", async () => {
  const { body } = await upload(token, await picture(40, 30).jpeg().toBuffer());
  expect(body).toMatchObject({ width: 40, height: 30 });
});

it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ["a vector image", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ["a WebP image", () => picture(10, 10).webp().toBuffer()],
  ["a page", () => Buffer.from("<html><script>alert(1)</script></html>")],
])("refuses %s by its content, whatever it is called", async (_, make) => {
  expect(await upload(token, await make())).toMatchObject({
    status: 415,
    body: {
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Unsupported file format",
      errors: { logo: ["Unsupported file format"] },
    },
  });
});

it.each(["file", "image"])("takes the image under %j as well", async (field) => {
  const { status, body } = await upload(token, await picture(40, 30).png().toBuffer(), field);
  expect(status).toBe(201);
  expect(body).toMatchObject({ width: 40, height: 30 });
});

it("takes as much as any other upload", async () => {
  const noise = randomBytes(1_500 * 1_500 * 3);
  const raw = { width: 1_500, height: 1_500, channels: 3 } as const;
  const bytes = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
  expect(bytes.byteLength).toBeGreaterThan(6 * MEGABYTE);
  expect((await upload(token, bytes)).status).toBe(201);
});

it("refuses a file that is too large, and none", async () => {
  for (const size of [10 * MEGABYTE + 1, 15 * MEGABYTE]) {
    expect(await upload(token, Buffer.alloc(size, 1))).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE", message: "File size exceeds limit" },
    });
  }
  expect(await upload(token)).toMatchObject({
    status: 422,
    body: { errors: { logo: ["Please upload an image file"] } },
  });
});

it("is for staff with the settings area", async () => {
  const [user, other] = await Promise.all([
    signedInUser(),
    signedInAdmin({ permissions: ["content"] }),
  ]);
  const bytes = await picture(10, 10).png().toBuffer();
  expect((await upload(undefined, bytes)).status).toBe(401);
  expect((await upload(user.token, bytes)).status).toBe(403);
  expect((await upload(other.token, bytes)).status).toBe(403);
});
