/** The browser's way to passkeys of this device, or of another one nearby. Loaded when one is asked for. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError } from "@/lib/platform/client/api";
import { words } from "@/lib/platform/client/words";
import { text } from "@/lib/platform/text";
import type { Assertion } from "./assertion-schema";
import type { Attestation } from "./schema";

/** What to say where the device made or signed nothing. */
function explained(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : "";
  // Also after a time without an answer; browsers don't tell the two apart.
  if (name === "NotAllowedError" || name === "AbortError") {
    return new ApiError(0, "PASSKEY_CANCELLED", words(text("errors.passkey.cancelled")));
  }
  if (name === "InvalidStateError") {
    return new ApiError(0, "PASSKEY_KNOWN", words(text("errors.passkey.known")));
  }
  return new ApiError(0, "PASSKEY_UNSUPPORTED", words(text("errors.passkey.unsupported")));
}

/** Lets the device sign. @throws ApiError with what to say */
export async function askDevice(options: object): Promise<Assertion> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return (await startAuthentication({ optionsJSON })) as Assertion;
  } catch (error) {
    throw explained(error);
  }
}

/** Lets the device make a key. @throws ApiError with what to say */
export async function makeKey(options: object): Promise<Attestation> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return (await startRegistration({ optionsJSON })) as Attestation;
  } catch (error) {
    throw explained(error);
  }
}
