import { randomUUID } from "node:crypto";
import { DELETE as remove } from "@/app/api/user/withdrawal-addresses/[id]/route";
import {
  POST as add,
  GET as list,
  PUT as setOnly,
} from "@/app/api/user/withdrawal-addresses/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import type { AddressBook, SavedAddress } from "@/lib/withdrawals/address-schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";

const HOUR_MS = 3_600_000;
const PASSWORD = "withdraw me";
const HARDWARE = {
  label: "Ledger",
  currency: "USDT",
  network: "ERC20",
  address: ADDRESSES.ERC20.toLowerCase(),
};

const clock = testDatabase();
beforeEach(() => clock.setClock(new Date()));
afterAll(() => clock.setClock(null));

const save = (token: string, body: object = HARDWARE) =>
  callRoute<{ address: SavedAddress }>(add, { token, body });
const book = async (token: string) => (await callRoute<AddressBook>(list, { token })).body;
const only = (token: string, addressBookOnly: boolean, password?: string) =>
  callRoute<AddressBook>(setOnly, { method: "PUT", token, body: { addressBookOnly, password } });
const drop = (token: string, id: string) =>
  callRoute(remove, { method: "DELETE", token, params: { id } });

async function funded() {
  const signedIn = await signedInUser({ withdrawPassword: PASSWORD });
  await creditUser(signedIn.user.id, 500_000_000n);
  const pay = (address: string = ADDRESSES.ERC20, currency = "USDT") =>
    callRoute<{ usableFrom?: string }>(withdraw, {
      token: signedIn.token,
      idempotencyKey: randomUUID(),
      body: { currency, network: "ERC20", address, amount: "10", withdrawPassword: PASSWORD },
    });
  return { ...signedIn, pay };
}

describe("saved addresses", () => {
  it("are checked for their network, kept in one spelling, listed and removed", async () => {
    const { user, token } = await signedInUser();
    const { status, body } = await save(token);
    expect(status).toBe(201);
    expect(body.address).toMatchObject({ ...HARDWARE, address: ADDRESSES.ERC20, usable: false });
    expect(await book(token)).toMatchObject({
      addresses: [{ label: "Ledger" }],
      addressBookOnly: false,
      addressBookOffAt: null,
    });
    expect(
      await toldToUsers.count({
        where: { userId: user.id, title: "Withdrawal address saved" },
      }),
    ).toBe(1);
    expect((await drop(token, body.address.id)).status).toBe(200);
    expect((await drop(token, body.address.id)).status).toBe(404);
    expect((await book(token)).addresses).toEqual([]);
  });

  it.each([
    [{ ...HARDWARE, label: " " }, "label", "Please enter a name"],
    [{ ...HARDWARE, network: "BTC" }, "network", "USDT can't be sent on BTC"],
    [
      { ...HARDWARE, address: ADDRESSES.TRC20 },
      "address",
      "This is not a valid ERC20 address: it is one of TRC20",
    ],
    [
      { ...HARDWARE, address: "0x000000000000000000000000000000000000dead" },
      "address",
      "Nobody holds the key of this address",
    ],
    [{ ...HARDWARE, address: "" }, "address", "Please enter an address"],
    [{ ...HARDWARE, currency: "DOGE" }, "currency", expect.any(String)],
  ])("refuse bad input: %#", async (body, field, message) => {
    const { token } = await signedInUser();
    expect(await save(token, body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [message] } },
    });
  });

  it("are saved once for a coin, also by two presses at once", async () => {
    const { token } = await signedInUser();
    const answers = await Promise.all([save(token), save(token, { ...HARDWARE, label: "Twin" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await save(token, { ...HARDWARE, currency: "USDC" })).status).toBe(201);
    expect((await book(token)).addresses).toHaveLength(2);
  });

  it("belong to one person", async () => {
    const [one, two] = await Promise.all([signedInUser(), signedInUser()]);
    const { id } = (await save(one.token)).body.address;
    expect((await drop(two.token, id)).status).toBe(404);
    expect((await book(two.token)).addresses).toEqual([]);
    expect((await book(one.token)).addresses).toHaveLength(1);
  });

  it("are at most fifty", async () => {
    const { user, token } = await signedInUser();
    await asOwner().withdrawalAddress.createMany({
      data: Array.from({ length: 50 }, (_, index) => ({
        ...HARDWARE,
        userId: user.id,
        address: `0x${String(index).padStart(40, "0")}`,
        usableFrom: new Date(),
      })),
    });
    expect((await save(token)).status).toBe(409);
  });
});

describe("withdrawing to saved addresses only", () => {
  it("counts at once: unsaved addresses are refused, new ones wait 24 hours", async () => {
    const { token, pay } = await funded();
    expect((await pay()).status).toBe(201);
    expect((await only(token, true)).body.addressBookOnly).toBe(true);
    expect(await pay()).toMatchObject({ status: 403, body: { code: "ADDRESS_NOT_SAVED" } });

    const { usableFrom } = (await save(token)).body.address;
    expect(await pay()).toMatchObject({
      status: 403,
      body: { code: "ADDRESS_NOT_USABLE_YET", usableFrom },
    });
    await clock.advanceClock(24 * HOUR_MS - 1_000);
    expect((await pay()).status).toBe(403);
    await clock.advanceClock(1_000);
    expect((await pay(ADDRESSES.ERC20.toLowerCase())).status).toBe(201);
    // Saved for one coin, and only this address.
    expect((await pay(ADDRESSES.ERC20, "USDC")).body.code).toBe("ADDRESS_NOT_SAVED");
    expect((await pay(ADDRESSES.BEP20)).body.code).toBe("ADDRESS_NOT_SAVED");
  });

  it("waits again for an address that was removed and saved anew", async () => {
    const { token, pay } = await funded();
    await only(token, true);
    const { id } = (await save(token)).body.address;
    await clock.advanceClock(24 * HOUR_MS);
    await drop(token, id);
    expect((await pay()).body.code).toBe("ADDRESS_NOT_SAVED");
    await save(token);
    expect((await pay()).body.code).toBe("ADDRESS_NOT_USABLE_YET");
  });

  it("ends 24 hours after the request, which needs the password and can be taken back", async () => {
    const { user, token, pay } = await funded();
    await only(token, true);
    expect((await only(token, false)).body.errors).toEqual({
      password: ["Please enter your login password"],
    });
    expect((await only(token, false, "wrong horse")).status).toBe(422);
    const { body } = await only(token, false, TEST_PASSWORD);
    expect(body).toMatchObject({ addressBookOnly: true, addressBookOffAt: expect.any(String) });
    // Asking again does not move the end.
    await clock.advanceClock(HOUR_MS);
    expect((await only(token, false, TEST_PASSWORD)).body.addressBookOffAt).toBe(
      body.addressBookOffAt,
    );
    expect((await pay()).status).toBe(403);
    expect((await only(token, true)).body.addressBookOffAt).toBeNull();
    await clock.advanceClock(48 * HOUR_MS);
    expect((await pay()).status).toBe(403);

    await only(token, false, TEST_PASSWORD);
    await clock.advanceClock(24 * HOUR_MS);
    expect(await book(token)).toMatchObject({ addressBookOnly: false, addressBookOffAt: null });
    expect((await pay()).status).toBe(201);
    // Once it has ended it can begin anew.
    expect((await only(token, true)).body.addressBookOnly).toBe(true);
    expect((await pay()).status).toBe(403);
    const notices = await toldToUsers.findMany({
      where: { userId: user.id, type: "security" },
    });
    const about = notices.filter(({ title }) => title.startsWith("Saved addresses only"));
    expect(about).toHaveLength(5);
  });
});
