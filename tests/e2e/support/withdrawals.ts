import { randomBytes } from "node:crypto";
import { type Person, succeed } from "./api";

export const TRON_ADDRESS = "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA";
export const WITHDRAW_PASSWORD = "withdraw-1";

/** Sets a person's withdrawal password over the API. */
export async function setWithdrawPassword({ token, password }: Person): Promise<void> {
  const body = { password, withdrawPassword: WITHDRAW_PASSWORD };
  await succeed("PUT", "/api/user/set-withdraw-password", { token, body });
}

/** Asks for a withdrawal of 25 USDT over the API. @returns its id */
export async function askForWithdrawal(user: Person, address = TRON_ADDRESS): Promise<string> {
  const { withdrawal } = await succeed("POST", "/api/withdrawals", {
    token: user.token,
    key: randomBytes(12).toString("hex"),
    body: {
      currency: "USDT",
      network: "TRC20",
      address,
      amount: "25",
      withdrawPassword: WITHDRAW_PASSWORD,
    },
  });
  return (withdrawal as { id: string }).id;
}
