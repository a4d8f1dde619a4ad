import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { POST as submit } from "@/app/api/deposits/route";
import type { DepositDto } from "@/lib/deposits/schema";
import type { Wallet } from "@/lib/generated/prisma/client";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { fund } from "./funds";

/** A small valid picture. */
export function pngImage(width = 8, height = 8): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
}

/** A fresh transaction hash in the form of Ethereum-like networks. */
export const newHash = () => `0x${randomBytes(32).toString("hex")}`;

/** A multipart body; a Buffer becomes a file field. */
export function formOf(fields: Record<string, string | Buffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.set(name, new File([new Uint8Array(value)], "image.png", { type: "image/png" }));
  }
  return form;
}

type Report = {
  amount?: string;
  transactionHash?: string;
  /** The address that the user was shown. */
  address?: string;
  idempotencyKey?: string;
};

/** Reports a deposit through the API. */
export async function reportDeposit(
  token: string,
  wallet: Pick<Wallet, "id">,
  { amount = "100", transactionHash, address, idempotencyKey }: Report = {},
): Promise<ApiResponse<{ deposit: DepositDto }>> {
  const body = formOf({
    walletId: wallet.id,
    amount,
    ...(transactionHash ? { transactionHash } : {}),
    ...(address ? { address } : {}),
    proof: await pngImage(),
  });
  return callRoute(submit, { path: "/api/deposits", token, body, idempotencyKey });
}

/** Gives a user USDT, micro-units, without anybody's request. */
export const creditUser = (userId: string, amountMicro: bigint): Promise<void> =>
  fund({ user: userId, kind: "available", currency: "USDT" }, amountMicro);

/** What one coin is worth in USDT (10^-8) from now on, as an exchange would have told. */
export async function setRate(
  currency: string,
  rateE8: bigint,
  { simulated = false } = {},
): Promise<void> {
  const data = { rateE8, source: "test", simulated, at: new Date() };
  await asOwner().marketRate.upsert({
    where: { currency },
    create: { currency, ...data },
    update: data,
  });
}
