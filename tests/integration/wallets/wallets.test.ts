import { DELETE, PUT } from "@/app/api/wallets/[id]/route";
import { GET, POST } from "@/app/api/wallets/route";
import { prisma } from "@/lib/platform/db";
import { DEMO_LABEL, isBurnAddress } from "@/lib/wallets/names";
import { isValidAddress, type Network } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";
import { defaultWallets } from "@/prisma/seed/wallets";
import { formOf, pngImage } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";

const list = async (token: string) =>
  (await callRoute<{ wallets: WalletDto[] }>(GET, { token })).body.wallets;
const change = (token: string, id: string, body: unknown) =>
  callRoute<{ wallet: WalletDto }>(PUT, { method: "PUT", token, params: { id }, body });

it("seeds every pair with a valid burn address that says so", () => {
  expect(defaultWallets).toHaveLength(9);
  for (const { network, address, label } of defaultWallets) {
    expect(isValidAddress(network as Network, address)).toBe(true);
    expect([label, isBurnAddress(address)]).toEqual(["Demo: never send funds here", true]);
  }
});

it("shows users the active addresses and staff all of them, deleted ones to nobody", async () => {
  const { token } = await signedInUser();
  const admin = await signedInAdmin();
  const on = await createWalletRow("BTC", "BTC");
  const off = await createWalletRow("USDC", "ERC20", { isActive: false });
  const gone = await createWalletRow("BNB", "BEP20");
  const answer = await callRoute(DELETE, {
    method: "DELETE",
    token: admin.token,
    params: { id: gone.id },
  });
  expect(answer.status).toBe(200);
  const ids = async (bearer: string) => (await list(bearer)).map(({ id }) => id);
  expect(await ids(token)).toContain(on.id);
  expect(await ids(token)).not.toContain(off.id);
  expect(await ids(admin.token)).toEqual(expect.arrayContaining([on.id, off.id]));
  expect(await ids(admin.token)).not.toContain(gone.id);
  expect((await callRoute(GET)).status).toBe(401);
});

it("comes in pages like every other list", async () => {
  const { token } = await signedInAdmin();
  await createWalletRow("BTC", "BTC");
  await createWalletRow("USDC", "BEP20");
  type Page = { wallets: WalletDto[]; nextCursor: string | null };
  const page = (query: string) => callRoute<Page>(GET, { token, path: `/api/wallets${query}` });
  const whole = (await page("")).body;
  expect(whole.nextCursor).toBeNull();
  const first = (await page("?limit=1")).body;
  const rest = (await page(`?limit=100&cursor=${first.nextCursor}`)).body;
  expect([...first.wallets, ...rest.wallets]).toEqual(whole.wallets);
  expect(rest.nextCursor).toBeNull();
  const params = { id: first.wallets[0]?.id ?? "" };
  expect((await callRoute(DELETE, { method: "DELETE", token, params })).status).toBe(200);
  expect((await page(`?cursor=${first.nextCursor}`)).body).toEqual(rest);
  for (const bad of ["?limit=0", "?limit=101", "?cursor=x", `?cursor=${crypto.randomUUID()}`]) {
    expect((await page(bad)).status).toBe(422);
  }
});

it.each([
  ["ERC20", `0x${"0".repeat(40)}`, "Nobody holds the key of this address"],
  [
    "ERC20",
    "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    "This is the contract of a token. What is sent there is lost.",
  ],
  [
    "ERC20",
    "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
    "This is not a valid ERC20 address: its checksum does not match. Check every character.",
  ],
])("adds none where nobody can spend, %s %s", async (network, address, message) => {
  const { token } = await signedInAdmin();
  const fields = { currency: "USDT", network, address, password: TEST_PASSWORD };
  const { status, body } = await callRoute(POST, { token, body: fields });
  expect([status, body.errors]).toEqual([422, { address: [message] }]);
});

it("adds an address as form or JSON, once", async () => {
  const admin = await signedInAdmin();
  const password = TEST_PASSWORD;
  const fields = { currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20 };
  const form = formOf({ ...fields, password, minDeposit: "12.5", qrImage: await pngImage() });
  const added = await callRoute<{ wallet: WalletDto }>(POST, { token: admin.token, body: form });
  expect(added.status).toBe(201);
  expect(added.body.wallet).toMatchObject({ ...fields, minDeposit: "12.500000", isDemo: false });
  expect(added.body.wallet.qrImageUrl).toMatch(/^\/api\/files\//);
  const again = await callRoute(POST, { token: admin.token, body: fields });
  const message = "This address is already in the list";
  const taken = {
    status: 409,
    body: { code: "CONFLICT", message, errors: { address: [message] } },
  };
  expect(again).toMatchObject(taken);
  const elsewhere = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
  const other = await createWalletRow("USDT", "TRC20", { address: elsewhere });
  expect(await change(admin.token, other.id, { ...fields, password })).toMatchObject(taken);
  const json = await callRoute(POST, {
    token: admin.token,
    body: { currency: "ETH", network: "ERC20", address: ADDRESSES.ERC20, isActive: false },
  });
  expect(json.status).toBe(201);
  const audit = await prisma.auditEntry.findMany({ where: { actorId: admin.user.id } });
  expect(audit.map(({ action }) => action)).toEqual(["wallet.create", "wallet.create"]);
});

it.each([
  ["a pair that does not exist", { currency: "BTC", network: "ERC20", address: ADDRESSES.ERC20 }],
  [
    "an address of another network",
    { currency: "ETH", network: "ERC20", address: ADDRESSES.TRC20 },
  ],
  ["a mistyped address", { currency: "BTC", network: "BTC", address: `${ADDRESSES.BTC}x` }],
  ["no address", { currency: "BTC", network: "BTC" }],
])("refuses %s", async (_, body) => {
  const admin = await signedInAdmin();
  expect((await callRoute(POST, { token: admin.token, body })).status).toBe(422);
});

it("says that an address belongs to nobody whatever its label is", async () => {
  const admin = await signedInAdmin();
  const address = "0x000000000000000000000000000000000000dEaD";
  const wallet = await createWalletRow("BNB", "BEP20", { address });
  const label = "Cold";
  const edited = await change(admin.token, wallet.id, { label, address: address.toLowerCase() });
  expect(edited.body.wallet).toMatchObject({ label, isDemo: true, notice: DEMO_LABEL });
  expect(await list(admin.token)).toContainEqual(edited.body.wallet);
  const moved = await change(admin.token, wallet.id, { address: ADDRESSES.BEP20 });
  expect(moved.body.wallet).toMatchObject({ label, isDemo: false, notice: null });
});

it("drops the old QR image and the demo's label when the address changes", async () => {
  const admin = await signedInAdmin();
  const wallet = await createWalletRow("USDT", "BEP20", {
    address: "0x000000000000000000000000000000000000dEaD",
    label: DEMO_LABEL,
  });
  const withImage = await change(admin.token, wallet.id, formOf({ qrImage: await pngImage() }));
  expect(withImage.body.wallet.qrImageUrl).not.toBeNull();
  const { label } = wallet;
  const form = formOf({ address: ADDRESSES.BEP20, label, password: TEST_PASSWORD });
  const moved = await change(admin.token, wallet.id, form);
  expect(moved.body.wallet).toMatchObject({
    address: ADDRESSES.BEP20,
    label: "",
    isDemo: false,
    qrImageUrl: null,
  });
  const off = await change(admin.token, wallet.id, formOf({ isActive: "false" }));
  expect(off.body.wallet).toMatchObject({ isActive: false, address: ADDRESSES.BEP20 });
});

it("refuses an image that is none, and what does not exist", async () => {
  const admin = await signedInAdmin();
  const wallet = await createWalletRow("USDC", "BEP20");
  const bad = await change(admin.token, wallet.id, formOf({ qrImage: Buffer.from("<svg/>") }));
  expect([bad.status, bad.body.message]).toEqual([415, "Unsupported file format"]);
  expect((await change(admin.token, crypto.randomUUID(), { label: "x" })).status).toBe(404);
});

it("is changed by staff of the area only", async () => {
  const wallet = await createWalletRow("ETH", "ERC20");
  const others = ["read", "users", "support", "content", "settings"];
  const callers = [await signedInUser(), await signedInAdmin({ permissions: others })];
  for (const { token } of callers) {
    expect((await change(token, wallet.id, { label: "x" })).status).toBe(403);
    expect((await callRoute(POST, { token, body: {} })).status).toBe(403);
    const id = { params: { id: wallet.id } };
    expect((await callRoute(DELETE, { method: "DELETE", token, ...id })).status).toBe(403);
  }
  const { token } = await signedInAdmin({ permissions: ["finance"] });
  expect((await change(token, wallet.id, { label: "Cold" })).body.wallet.label).toBe("Cold");
});
