import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys that a browser gives for its messages to be encrypted: base64url without padding, 65 and 16 bytes. */
export type DeviceKeys = { p256dh: string; auth: string };

/** The other parts of an encryption: made for each message, but in the test of the published example. */
export type Ephemeral = { privateKey: Buffer; salt: Buffer };

const curve = "prime256v1";
const recordBytes = 4096;
const saltBytes = 16;
const lastRecord = Buffer.of(2);
/** Texts of different lengths look the same to the push service. */
const paddedToBytes = 1024;

/** A text with its end marked and zeros after it, so that its length reveals nothing. */
export function padded(text: string): Buffer {
  const content = Buffer.concat([Buffer.from(text), lastRecord]);
  const bytes = Math.ceil(content.length / paddedToBytes) * paddedToBytes;
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)]);
}

/**
 * Encrypts a message for one browser, as the body of a request with `Content-Encoding: aes128gcm` (RFC 8291, RFC 8188).
 * `record` ends with the mark of the last record; at most 3,993 bytes.
 */
export function encrypt(record: Buffer, { p256dh, auth }: DeviceKeys, ephemeral?: Ephemeral): Buffer {
  const sender = createECDH(curve);
  if (ephemeral) sender.setPrivateKey(ephemeral.privateKey);
  else sender.generateKeys();
  const salt = ephemeral?.salt ?? randomBytes(saltBytes);
  const [receiverKey, senderKey] = [Buffer.from(p256dh, "base64url"), sender.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
  const shared = sender.computeSecret(receiverKey);
  const secret = derive(shared, Buffer.from(auth, "base64url"), info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const header = Buffer.alloc(saltBytes + 5);
  salt.copy(header);
  header.writeUInt32BE(recordBytes, saltBytes);
  header.writeUInt8(senderKey.length, saltBytes + 4);
  return Buffer.concat([header, senderKey, cipher.update(record), cipher.final(), cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

/** Whether something can be encrypted for these keys: a point of the curve, and 16 bytes. */
export function areUsable({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, "base64url").length !== 16) return false;
  try {
    ECDH.convertKey(p256dh, curve, "base64url", "base64url", "uncompressed");
    return true;
  } catch {
    return false;
  }
}
