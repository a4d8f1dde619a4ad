import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";

const origin = () => `http://localhost:${process.env.E2E_PORT ?? "3199"}`;

type Json = Record<string, unknown>;
export type Answer = {
  status: number;
  headers: Headers;
  body: Json & { message?: string; code?: string };
};

type CallOptions = {
  token?: string;
  body?: unknown;
  form?: FormData;
  key?: string;
  headers?: Record<string, string>;
};

/** Calls the running server over HTTP, as any client would. */
export async function call(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(origin() + path, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.key ? { "idempotency-key": options.key } : {}),
      ...options.headers,
    },
    body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as Json) : {},
  };
}

/** Calls and insists on success. */
export async function succeed(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Json> {
  const { status, body } = await call(method, path, options);
  if (status >= 300)
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export type Person = { id: string; username: string; password: string; token: string; user: Json };

/** Registers a new person over the API. */
export async function registerPerson(overrides: Json = {}): Promise<Person> {
  const username = `u${randomBytes(6).toString("hex")}`;
  const password = "secret-1";
  const body = {
    username,
    email: `${username}@example.com`,
    country: "Kenya",
    countryCode: "+254",
    phoneNumber: "712345678",
    gender: "Female",
    password,
    ...overrides,
  };
  const answer = await succeed("POST", "/api/auth/register", { body });
  const user = answer.user as Json;
  return {
    id: String(user.id),
    username: body.username,
    password,
    token: String(answer.token),
    user,
  };
}

/** Signs the administrator of the test site in over the API. */
export async function signInAdmin(): Promise<Person> {
  const password = "admin-for-tests";
  const answer = await succeed("POST", "/api/auth/login", {
    body: { usernameOrEmail: "admin", password },
  });
  const user = answer.user as Json;
  return { id: String(user.id), username: "admin", password, token: String(answer.token), user };
}

/** Gives a person play money, as staff do it. */
export async function credit(admin: Person, person: Person, amount: string): Promise<void> {
  await succeed("PUT", `/api/admin/users/${person.id}/manage-balance`, {
    token: admin.token,
    body: { amount, operation: "add", reason: "Opening balance of a test" },
    key: randomBytes(12).toString("hex"),
  });
}

/** The USDT that a person may spend, as a decimal with six places. */
export async function availableOf({ token }: Pick<Person, "token">): Promise<string> {
  const { balances } = await succeed("GET", "/api/auth/balance", { token });
  return (balances as { USDT: { available: string } }).USDT.available;
}

/** The titles of a person's newest notifications. */
export async function titlesOf(token: string): Promise<string[]> {
  const { notifications } = await succeed("GET", "/api/notifications", { token });
  return (notifications as { title: string }[]).map(({ title }) => title);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A real PNG of one colour, for proofs. */
export function pngImage(width = 64, height = 48): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7a)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Reports a deposit of a coin as its owner would, with a proof. Returns the deposit's id. */
export async function reportDeposit(user: Person, coin: string, amount: string): Promise<string> {
  const { wallets } = await succeed("GET", "/api/wallets", { token: user.token });
  const wallet = (wallets as { id: string; currency: string }[]).find(
    ({ currency }) => currency === coin,
  );
  const form = new FormData();
  form.set("walletId", wallet?.id ?? "");
  form.set("amount", amount);
  form.set("proof", new Blob([new Uint8Array(pngImage())], { type: "image/png" }), "proof.png");
  const { deposit } = await succeed("POST", "/api/deposits", { token: user.token, form });
  return (deposit as { id: string }).id;
}
