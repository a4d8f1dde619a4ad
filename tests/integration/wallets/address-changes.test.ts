import { Secret, TOTP } from "otpauth";
import encodeQR from "qr";
import sharp from "sharp";
import { DELETE, PUT } from "@/app/api/wallets/[id]/route";
import { GET, POST } from "@/app/api/wallets/route";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { TOTP_PURPOSE } from "@/lib/security/two-factor";
import { shownWallet } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";
import { formOf, pngImage, reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, signInEarlier, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { whileComparing } from "@/tests/support/while-comparing";

const password = TEST_PASSWORD;
const TRON = "TMMeJCajepTDGP8FrPicahe2zn8jDzi5hX";
const OTHER_TRON = "TAcWbsKJryUGAGqHSJWa8bhgZQJtkvCaGd";
const USDT = { currency: "USDT", network: "TRC20" } as const;

const add = (token: string, body: unknown) =>
  callRoute<{ wallet: WalletDto }>(POST, { token, body });
const change = (token: string, id: string, body: unknown) =>
  callRoute<{ wallet: WalletDto }>(PUT, { method: "PUT", token, params: { id }, body });
const remove = (token: string, id: string, body?: object) =>
  callRoute(DELETE, { method: "DELETE", token, params: { id }, body });

/** Staff who logged in so long ago that their password is asked for. */
async function adminOfOld(overrides?: Parameters<typeof signedInAdmin>[0]) {
  const admin = await signedInAdmin(overrides);
  await signInEarlier(admin.user, 16);
  return admin;
}

/** What users are shown for USDT on TRON. */
async function shownAddress(): Promise<string | undefined> {
  const { token } = await signedInUser();
  const { body } = await callRoute<{ wallets: WalletDto[] }>(GET, { token });
  return shownWallet(body.wallets, USDT)?.address;
}

const changeNotices = (userId: string) =>
  toldToUsers.findMany({ where: { userId, title: "Deposit address changed" } });

/** A picture of nothing but a QR code, as wallets export it. */
function qrPng(text: string, pixels = 5): Promise<Buffer> {
  const modules = encodeQR(text, "raw", { border: 3 });
  const size = modules.length;
  const bytes = Buffer.from(modules.flat().map((dark) => (dark ? 0 : 255)));
  return sharp(bytes, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * pixels, kernel: "nearest" })
    .png()
    .toBuffer();
}

// What users are shown belongs to the whole site: each test starts with one wallet of the pair.
let wallet: Awaited<ReturnType<typeof createWalletRow>>;
beforeEach(async () => {
  await asOwner().wallet.updateMany({
    where: USDT,
    data: { deletedAt: new Date(), isActive: false },
  });
  wallet = await createWalletRow("USDT", "TRC20", { address: TRON });
});

describe("another address", () => {
  it("needs the password of whoever changes it", async () => {
    const { token } = await adminOfOld();
    const body = { address: ADDRESSES.TRC20 };
    const without = await change(token, wallet.id, body);
    expect([without.status, Object.keys(without.body.errors ?? {})]).toEqual([422, ["password"]]);
    const wrong = await change(token, wallet.id, { ...body, password: "guess" });
    expect([wrong.status, wrong.body.message]).toEqual([422, "Incorrect password"]);
    expect(await shownAddress()).toBe(TRON);
    expect((await change(token, wallet.id, { ...body, password })).status).toBe(200);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
  });

  it("needs none in the first 15 minutes after logging in", async () => {
    const { user, token } = await signedInAdmin();
    const wrong = await change(token, wallet.id, { address: ADDRESSES.TRC20, password: "guess" });
    expect([wrong.status, wrong.body.message]).toEqual([422, "Incorrect password"]);
    await signInEarlier(user, 14);
    expect((await change(token, wallet.id, { address: ADDRESSES.TRC20 })).status).toBe(200);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
    await signInEarlier(user, 15.02);
    const late = await change(token, wallet.id, { address: OTHER_TRON });
    expect([late.status, Object.keys(late.body.errors ?? {})]).toEqual([422, ["password"]]);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
  });

  it("needs the code too of who has two-factor on", async () => {
    const { user, token } = await adminOfOld();
    const secret = new Secret({ size: 20 });
    await asOwner().user.update({
      where: { id: user.id },
      data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorEnabledAt: new Date() },
    });
    const body = { address: ADDRESSES.TRC20, password };
    expect((await change(token, wallet.id, body)).body.code).toBe("TOTP_REQUIRED");
    const wrong = await change(token, wallet.id, { ...body, totp: "00000" });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ["totp"]]);
    expect((await remove(token, wallet.id, { password })).body.code).toBe("TOTP_REQUIRED");
    const other = { ...USDT, address: OTHER_TRON, password };
    expect((await add(token, other)).body.code).toBe("TOTP_REQUIRED");
    expect(await shownAddress()).toBe(TRON);
    const totp = new TOTP({ secret }).generate();
    expect((await change(token, wallet.id, { ...body, totp })).status).toBe(200);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
    // For what was just logged in with, password and code are not asked for.
    await signInEarlier(user, 14);
    expect((await change(token, wallet.id, { address: TRON })).status).toBe(200);
  });

  it("is not made with a password that is replaced while it is compared", async () => {
    const { user, token } = await adminOfOld();
    const stop = whileComparing(() =>
      asOwner().user.update({ where: { id: user.id }, data: { passwordHash: "another" } }),
    );
    const answer = await change(token, wallet.id, { address: ADDRESSES.TRC20, password });
    stop();
    expect(answer.status).toBe(401);
    expect(await shownAddress()).toBe(TRON);
  });

  it("stops guesses", async () => {
    const { token } = await adminOfOld();
    const guess = () => change(token, wallet.id, { address: ADDRESSES.TRC20, password: "guess" });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
    const right = await change(token, wallet.id, { address: ADDRESSES.TRC20, password });
    expect(right.status).toBe(429);
  });

  it("is told to everybody with rights over money, and kept in the audit log", async () => {
    const actor = await adminOfOld({ permissions: ["finance"] });
    const colleague = await adminOfOld({ permissions: ["finance"] });
    const writer = await adminOfOld({ permissions: ["content"] });
    const body = { address: ADDRESSES.TRC20, minDeposit: "2.5", password };
    await change(actor.token, wallet.id, body);
    for (const { user } of [actor, colleague]) {
      const [notice, ...more] = await changeNotices(user.id);
      expect(more).toEqual([]);
      for (const part of [actor.user.username, TRON, ADDRESSES.TRC20]) {
        expect(notice?.message).toContain(part);
      }
    }
    expect(await changeNotices(writer.user.id)).toEqual([]);
    const audit = await prisma.auditEntry.findFirst({ where: { actorId: actor.user.id } });
    expect(audit).toMatchObject({
      action: "wallet.update",
      targetId: wallet.id,
      before: { address: TRON, minDeposit: "0.000000" },
      after: { address: ADDRESSES.TRC20, minDeposit: "2.500000" },
    });
    expect(JSON.stringify([audit?.before, audit?.after])).not.toContain(password);
  });

  it("is not the matter of a change of other fields", async () => {
    const { token, user } = await adminOfOld();
    const body = { address: TRON, label: "Cold", minDeposit: "25", isActive: true };
    expect((await change(token, wallet.id, body)).body.wallet).toMatchObject({
      label: "Cold",
      minDeposit: "25.000000",
    });
    expect(await changeNotices(user.id)).toEqual([]);
  });

  it("of two who change it at once, one does; the other is told who", async () => {
    const [first, second] = [await adminOfOld(), await adminOfOld()];
    const { updatedAt } = wallet;
    const answers = await Promise.all(
      [first, second].map(({ token, user }) =>
        change(token, wallet.id, { label: user.username, updatedAt: updatedAt.toISOString() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.wallet.label;
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.message).toContain(`${winner} has changed this wallet`);
    const late = await change(first.token, wallet.id, {
      label: "late",
      updatedAt: updatedAt.toISOString(),
    });
    expect(late.status).toBe(409);
  });
});

describe("very many wallets", () => {
  const IDLE = { currency: "BNB", network: "BEP20" } as const;
  afterEach(async () => {
    await asOwner().wallet.updateMany({ where: IDLE, data: { deletedAt: new Date() } });
  });

  it("are all judged, and one too many is refused", async () => {
    await asOwner().wallet.createMany({
      data: Array.from({ length: 500 }, (_, number) => ({
        ...IDLE,
        address: `0x${number.toString(16).padStart(40, "0")}`,
        label: "",
        minDepositMicro: 10_000_000n,
        isActive: false,
      })),
    });
    const { token } = await adminOfOld();
    const changed = await change(token, wallet.id, { address: OTHER_TRON });
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ["password"]]);
    expect(await shownAddress()).toBe(TRON);

    const added = await add(token, { ...USDT, address: OTHER_TRON, isActive: false });
    expect([added.status, added.body.message]).toEqual([
      409,
      "There are 500 wallets already. Please delete one first.",
    ]);
  });
});

describe("a second wallet of a pair", () => {
  it("waits in reserve, and needs a password to be shown", async () => {
    const { token } = await adminOfOld();
    const reserve = await add(token, { ...USDT, address: ADDRESSES.TRC20 });
    expect(reserve.body.wallet).toMatchObject({ isActive: true, addressConfirmed: false });
    expect(await shownAddress()).toBe(TRON);
    const listed = await callRoute<{ wallets: WalletDto[] }>(GET, {
      token: (await signedInUser()).token,
    });
    expect(listed.body.wallets.map(({ address }) => address)).not.toContain(ADDRESSES.TRC20);

    const off = await change(token, wallet.id, { isActive: false });
    expect([off.status, Object.keys(off.body.errors ?? {})]).toEqual([422, ["password"]]);
    expect(await shownAddress()).toBe(TRON);
    expect((await change(token, wallet.id, { isActive: false, password })).status).toBe(200);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
    // Both were confirmed once: going back needs no password.
    expect((await change(token, wallet.id, { isActive: true })).status).toBe(200);
    expect(await shownAddress()).toBe(TRON);
  });

  it("takes the place of one that is deleted, by the same rule", async () => {
    const { user, token } = await adminOfOld();
    await add(token, { ...USDT, address: ADDRESSES.TRC20 });
    const without = await remove(token, wallet.id);
    expect([without.status, without.body.errors]).toEqual([
      422,
      { password: [`Please enter your password to confirm the address ${ADDRESSES.TRC20}`] },
    ]);
    expect((await remove(token, wallet.id, { password: "guess" })).status).toBe(422);
    expect(await shownAddress()).toBe(TRON);
    expect((await remove(token, wallet.id, { password })).status).toBe(200);
    expect(await shownAddress()).toBe(ADDRESSES.TRC20);
    const [notice] = await changeNotices(user.id);
    expect(notice?.message).toContain(`from ${TRON} to`);

    const shown = await prisma.wallet.findFirstOrThrow({ where: { ...USDT, deletedAt: null } });
    expect((await add(token, { ...USDT, address: OTHER_TRON })).status).toBe(201);
    // A login of a minute ago confirms what it names, not what comes up.
    await signInEarlier(user, 1);
    expect((await remove(token, shown.id)).status).toBe(422);
    const reserve = await prisma.wallet.findFirstOrThrow({ where: { address: OTHER_TRON } });
    expect((await remove(token, reserve.id)).status).toBe(200);
    expect((await add(token, { ...USDT, address: OTHER_TRON })).status).toBe(201);
    expect((await remove(token, shown.id)).status).toBe(200);
    expect(await shownAddress()).toBe(OTHER_TRON);
  });

  it("can get another address while it waits, and then needs a password to be shown", async () => {
    const { token } = await adminOfOld();
    const { body } = await add(token, { ...USDT, address: ADDRESSES.TRC20, password });
    const { id } = body.wallet;
    const changed = await change(token, id, { address: OTHER_TRON });
    expect([changed.status, changed.body.wallet]).toMatchObject([
      200,
      { address: OTHER_TRON, addressConfirmed: false },
    ]);
    expect(await shownAddress()).toBe(TRON);
    expect((await change(token, wallet.id, { isActive: false })).status).toBe(422);
    const kept = await change(token, wallet.id, { isActive: false, password });
    expect([kept.status, await shownAddress()]).toEqual([200, OTHER_TRON]);
    // Now it is the one that users are shown.
    expect((await change(token, id, { address: ADDRESSES.TRC20 })).status).toBe(422);
    expect(await shownAddress()).toBe(OTHER_TRON);
  });

  it("is answered as it is once it was confirmed, and can be changed at once", async () => {
    const { token } = await adminOfOld();
    const added = await add(token, { ...USDT, address: OTHER_TRON, isActive: false });
    const { id } = added.body.wallet;
    await change(token, wallet.id, { isActive: false });
    const { body } = await change(token, id, { isActive: true, password });
    expect(body.wallet).toMatchObject({ isActive: true, addressConfirmed: true });
    const { updatedAt } = body.wallet;
    expect((await change(token, id, { label: "Cold", updatedAt })).status).toBe(200);
  });

  it("needs one at once where there is no other", async () => {
    const { token } = await adminOfOld();
    expect((await change(token, wallet.id, { isActive: false })).status).toBe(200);
    const body = { ...USDT, address: ADDRESSES.TRC20 };
    expect((await add(token, body)).status).toBe(422);
    expect(await shownAddress()).toBeUndefined();
    expect((await add(token, { ...body, isActive: false })).status).toBe(201);
    expect(await shownAddress()).toBeUndefined();
    const fresh = await signedInAdmin();
    expect((await add(fresh.token, { ...USDT, address: OTHER_TRON })).status).toBe(201);
    expect(await shownAddress()).toBe(OTHER_TRON);
  });
});

describe("deposits", () => {
  it("keep the address they were made to, also one that was changed meanwhile", async () => {
    const { token } = await adminOfOld();
    const user = await signedInUser();
    const early = await reportDeposit(user.token, wallet);
    await change(token, wallet.id, { address: ADDRESSES.TRC20, password });
    const row = await prisma.deposit.findUniqueOrThrow({ where: { id: early.body.deposit.id } });
    expect(row.address).toBe(TRON);
    const late = await reportDeposit(user.token, wallet, { address: TRON });
    expect(late.body.deposit.address).toBe(TRON);
    expect((await reportDeposit(user.token, wallet)).body.deposit.address).toBe(ADDRESSES.TRC20);
    const foreign = await reportDeposit(user.token, wallet, { address: ADDRESSES.BTC });
    expect([foreign.status, foreign.body.code]).toEqual([409, "CONFLICT"]);
  });

  it("keep a wallet from being deleted, and its coin and network as they are", async () => {
    const { token } = await adminOfOld();
    const user = await signedInUser();
    await reportDeposit(user.token, wallet);
    const deleted = await remove(token, wallet.id);
    expect([deleted.status, deleted.body.message]).toEqual([
      409,
      "Deposits were made with this wallet, so it stays. You can switch it off.",
    ]);
    const body = { network: "ERC20", address: ADDRESSES.ERC20, password };
    expect((await change(token, wallet.id, body)).status).toBe(409);
    expect((await change(token, wallet.id, { isActive: false })).status).toBe(200);
    const other = await createWalletRow("USDT", "TRC20");
    expect((await change(token, other.id, body)).body.wallet.network).toBe("ERC20");
    expect((await remove(token, other.id)).status).toBe(200);
    expect((await remove(token, other.id)).status).toBe(404);
  });
});

describe("a QR image", () => {
  it.each([
    ["the address", (address: string) => address, true],
    ["a link to it", (address: string) => `tron:${address}`, true],
  ])("may hold %s", async (_, text, matches) => {
    const { token } = await adminOfOld();
    const form = formOf({ qrImage: await qrPng(text(TRON)) });
    const { body } = await change(token, wallet.id, form);
    expect(body.wallet).toMatchObject({ qrImageMatches: matches });
  });

  it("is refused with another text, and marked where it can't be read", async () => {
    const { token } = await adminOfOld();
    for (const text of [ADDRESSES.TRC20, `tron:${TRON}?amount=5`]) {
      const other = await change(token, wallet.id, formOf({ qrImage: await qrPng(text) }));
      expect([other.status, other.body.errors?.qrImage]).toEqual([
        422,
        [`This QR code holds another text: ${text}`],
      ]);
    }
    const blank = await change(token, wallet.id, formOf({ qrImage: await pngImage(300, 300) }));
    expect(blank.body.wallet).toMatchObject({ qrImageMatches: false });
    expect(blank.body.wallet.qrImageUrl).not.toBeNull();
  });
});
