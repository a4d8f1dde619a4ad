import type { login } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import { askDevice } from "./device-client";

/** Logs in with a passkey of this device; storeSession() then keeps the answer. @throws ApiError */
export async function loginByPasskey(): ReturnType<typeof login> {
  const { options } = await api.post<{ options: object }>("/auth/passkey/options");
  return api.post("/auth/passkey", { credential: await askDevice(options) });
}
