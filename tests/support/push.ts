import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushAnswer, PushRequest } from "@/lib/notifications/channels/push-service";

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** A device as a browser makes one, which reads what is sent to it (RFC 8291). */
export function pushDevice(
  endpoint = `https://push.example.com/${randomBytes(8).toString("hex")}`,
) {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const read = (body: Buffer): Record<string, string> => {
    const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + length);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
    const secret = derive(curve.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
    const sealed = body.subarray(21 + length);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Record<
      string,
      string
    >;
  };
  const keys = { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") };
  return { subscription: { endpoint, keys }, read };
}
export type PushDevice = ReturnType<typeof pushDevice>;

/** Push services that keep what they are handed. `answer` says what they say, 201 by default. */
export function pushServices(answer: (message: PushRequest) => Partial<PushAnswer> = () => ({})) {
  const sent: PushRequest[] = [];
  const post = async (message: PushRequest): Promise<PushAnswer> => {
    sent.push(message);
    return { status: 201, retryAfterSeconds: null, ...answer(message) };
  };
  /** What a device got, oldest first. */
  const readBy = ({ subscription, read }: PushDevice) =>
    sent
      .filter(({ endpoint }) => endpoint === subscription.endpoint)
      .map(({ body }) => read(body ?? Buffer.alloc(0)));
  return { post, sent, readBy };
}
