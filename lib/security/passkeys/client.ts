import { useQuery } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { Assertion } from "./assertion-schema";
import { askDevice, makeKey } from "./device-client";
import type { OwnerProof, PasskeyDto } from "./schema";

/** Query key of the account's passkeys. */
export const passkeysKey = [...accountKeys.all, "passkeys"] as const;

/** The account's passkeys. */
export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ passkeys: PasskeyDto[] }>("/user/passkeys", { signal })).passkeys,
  });
}

type Options = { options: object };

/** Asks the device for a proof that its owner is there. @throws ApiError */
export async function confirmByPasskey(purpose: "change" | "withdrawal"): Promise<Assertion> {
  const { options } = await api.post<Options>("/user/passkeys/challenge", { purpose });
  return askDevice(options);
}

/** Makes a passkey on this device and adds it. @throws ApiError */
export async function addPasskey(name: string, proof: OwnerProof): Promise<{ message?: string }> {
  const { options } = await api.post<Options>("/user/passkeys/options", proof);
  const credential = await makeKey(options);
  return api.post<{ message?: string }>("/user/passkeys", { name, credential });
}

/** Removes a passkey. @throws ApiError */
export const removePasskey = (id: string, proof: OwnerProof) =>
  api.delete<{ message?: string }>(`/user/passkeys/${id}`, { body: proof });
