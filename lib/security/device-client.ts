import { api } from "@/lib/platform/client/api";
import type { DeviceApprovalInput } from "./device-schema";

/** Lets the device of a refused login in, by the token of the mailed link. */
export const approveDevice = (token: string) =>
  api.post<{ device: string }>("/auth/approve-device", { token });

/** Chooses whether a new device waits for its owner's approval by mail. */
export const setDeviceApproval = (input: DeviceApprovalInput) =>
  api.put<{ message?: string; enabled: boolean }>("/user/device-approval", input);
