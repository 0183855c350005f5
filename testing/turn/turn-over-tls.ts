import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** A way to a TURN server by TCP or TLS for clients that speak TURN over UDP alone. */
export type TurnDetour = {
  /** The UDP port on this machine that stands for the server. */
  port: number;
  close(): void;
};

/**
 * Carries TURN between clients over UDP and a server over TCP or TLS. The messages are the same; over a stream the data of
 * channels are filled up to a multiple of four bytes (RFC 8656, section 12.5).
 */
export async function turnDetour({ port, over }: { port: number; over: "tcp" | "tls" }): Promise<TurnDetour> {
  const host = "127.0.0.1";
  const udp = createSocket("udp4").bind(0, host);
  await once(udp, "listening");
  const streams = new Map<number, Socket>();
  const openFor = (client: RemoteInfo): Socket => {
    const stream =
      over === "tls" ? connectTls({ port, host, rejectUnauthorized: false }) : connectTcp({ port, host });
    let rest: Buffer = Buffer.alloc(0);
    stream.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (let next = firstOf(rest); next; next = firstOf(rest)) {
        udp.send(rest.subarray(0, next.bytes), client.port, client.address);
        rest = rest.subarray(next.onStream);
      }
    });
    // Who comes by it learns that from the silence.
    stream.on("error", () => stream.destroy());
    return stream;
  };
  udp.on("message", (message, client) => {
    const stream = streams.get(client.port) ?? openFor(client);
    streams.set(client.port, stream);
    const bytes = firstOf(message, true);
    if (bytes) stream.write(Buffer.concat([message, Buffer.alloc(bytes.onStream - message.length)]));
  });
  return {
    port: udp.address().port,
    close() {
      udp.close();
      for (const stream of streams.values()) stream.destroy();
    },
  };
}

/** How long the first message is, and what it takes on a stream; null where it is not whole. */
function firstOf(data: Buffer, isDatagram = false): { bytes: number; onStream: number } | null {
  if (data.length < 4) return null;
  const isChannel = (data[0] ?? 0) >= 0x40;
  const bytes = (isChannel ? 4 : 20) + data.readUInt16BE(2);
  const onStream = Math.ceil(bytes / 4) * 4;
  return data.length >= (isDatagram ? bytes : onStream) ? { bytes, onStream } : null;
}
