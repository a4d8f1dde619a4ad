import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** What a browser gets from the site, as far as a device cares. */
export type DeviceOptions = {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
};

type Lies = {
  origin?: string;
  rpId?: string;
  /** Without the gesture that only its owner can make. */
  isUnverified?: boolean;
  /** What it says its counter is. */
  counter?: number;
  challenge?: string;
  type?: string;
};

/** A device with one passkey, as a browser answers for it: everything of it but the person is real (WebAuthn, ES256). */
export class Authenticator {
  readonly credentialId = base64url(randomBytes(32));
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = "";

  /** @param isSynced it is copied to other devices of its owner, and counts nothing */
  constructor(
    private readonly isSynced = false,
    private readonly origin = "http://localhost:3000",
  ) {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  private authData(rpId: string, lies: Lies, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    if (!this.isSynced) this.counter += 1;
    counter.writeUInt32BE(lies.counter ?? this.counter);
    const flags =
      USER_PRESENT |
      (lies.isUnverified ? 0 : USER_VERIFIED) |
      (this.isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
      (attested.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  }

  private clientData(type: string, options: DeviceOptions, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? options.challenge,
        origin: lies.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  private answer<R extends object>(response: R) {
    const { credentialId: id } = this;
    const type = "public-key";
    return { id, rawId: id, type, clientExtensionResults: {}, response };
  }

  /** Makes its passkey for the options of the site. */
  create(options: DeviceOptions, lies: Lies = {}) {
    this.userHandle = options.user?.id ?? "";
    const { x = "", y = "" } = this.publicKey.export({ format: "jwk" });
    const bytes = (part: string) => new Uint8Array(Buffer.from(part, "base64url"));
    // COSE_Key of ES256 (RFC 9053 §2.1, §7.1).
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
    const id = Buffer.from(this.credentialId, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const authData = new Uint8Array(this.authData(options.rp?.id ?? "", lies, attested));
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]),
    );
    return this.answer({
      clientDataJSON: base64url(this.clientData("webauthn.create", options, lies)),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    });
  }

  /** Signs what the site asks for. */
  get(options: DeviceOptions, lies: Lies = {}) {
    const clientData = this.clientData("webauthn.get", options, lies);
    const authenticatorData = this.authData(options.rpId ?? "", lies);
    const signature = sign(
      "sha256",
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.privateKey,
    );
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: this.userHandle,
    });
  }
}
