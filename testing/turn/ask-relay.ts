import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const magicCookie = 0x2112a442;
const methods = { allocate: 0x0003, createPermission: 0x0008 } as const;
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
} as const;

type Login = { username: string; credential: string };

/**
 * Asks a TURN server on this machine for an address, over TCP or TLS, and then to relay to `peer` (RFC 8656, sections 7 and 9;
 * long-term credentials of RFC 8489, section 9.2). Answers `granted`, or the number of the error: 401 for a wrong password and
 * for one that is too old, 403 for a peer that the server relays nothing to.
 */
export async function askRelay(
  { port, over, peer }: { port: number; over: "tcp" | "tls"; peer: string },
  { username, credential }: Login,
): Promise<"granted" | number> {
  const host = "127.0.0.1";
  const socket =
    over === "tls" ? connectTls({ port, host, rejectUnauthorized: false }) : connect({ port, host });
  await once(socket, over === "tls" ? "secureConnect" : "connect");
  try {
    const transport = attribute(attributes.requestedTransport, Buffer.from([17, 0, 0, 0]));
    const challenge = await ask(socket, message(methods.allocate, [transport]));
    const [realm, nonce] = [attributes.realm, attributes.nonce].map((type) => valueOf(challenge, type));
    if (!realm || !nonce) throw new Error("the server asks for no credentials");
    const login = [
      attribute(attributes.username, Buffer.from(username)),
      attribute(attributes.realm, realm),
      attribute(attributes.nonce, nonce),
    ];
    const key = createHash("md5").update(`${username}:${realm.toString()}:${credential}`).digest();
    const send = async (method: number, part: Buffer) =>
      resultOf(await ask(socket, signed(message(method, [part, ...login]), key)));
    const allocated = await send(methods.allocate, transport);
    if (allocated !== "granted") return allocated;
    return await send(methods.createPermission, attribute(attributes.peer, addressOf(peer)));
  } finally {
    socket.destroy();
  }
}

const successBit = 0x0100;

function resultOf(answer: Buffer): "granted" | number {
  const error = valueOf(answer, attributes.errorCode);
  if (error) return (error[2] ?? 0) * 100 + (error[3] ?? 0);
  if ((answer.readUInt16BE(0) & successBit) !== 0) return "granted";
  throw new Error("the server answers neither yes nor no");
}

/** An IPv4 address and any port, as XOR-PEER-ADDRESS has them. */
function addressOf(peer: string): Buffer {
  const value = Buffer.from([0, 1, 0, 0, ...peer.split(".").map(Number)]);
  value.writeUInt16BE(40_000 ^ (magicCookie >>> 16), 2);
  value.writeUInt32BE((value.readUInt32BE(4) ^ magicCookie) >>> 0, 4);
  return value;
}

function attribute(type: number, value: Buffer): Buffer {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  padded.writeUInt16BE(type, 0);
  padded.writeUInt16BE(value.length, 2);
  value.copy(padded, 4);
  return padded;
}

function message(method: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt16BE(method, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([head, randomBytes(12), body]);
}

/** The length that is signed counts the signature. */
function signed(request: Buffer, key: Buffer): Buffer {
  const signatureBytes = 24;
  request.writeUInt16BE(request.length - 20 + signatureBytes, 2);
  const signature = createHmac("sha1", key).update(request).digest();
  return Buffer.concat([request, attribute(attributes.messageIntegrity, signature)]);
}

async function ask(socket: Socket, request: Buffer): Promise<Buffer> {
  socket.write(request);
  const [answer] = (await once(socket, "data")) as [Buffer];
  return answer;
}

function valueOf(answer: Buffer, wanted: number): Buffer | null {
  for (let at = 20; at + 4 <= answer.length;) {
    const length = answer.readUInt16BE(at + 2);
    if (answer.readUInt16BE(at) === wanted) return answer.subarray(at + 4, at + 4 + length);
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return null;
}
