import { Agent, request } from "node:http";
import { connect } from "node:net";

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string };

export type RawRequest = {
  method: string;
  /** As it stands in the request line, whatever `URL` would make of it. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
};

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request without putting anything in it right. A server that refuses a body before its end is read too. */
export function sendRaw(
  origin: string,
  { method, path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const all = { ...length, ...headers };
    const sent = request({ hostname, port, method, path, headers: all, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    let answered = false;
    sent.once("response", () => {
      answered = true;
    });
    sent.on("error", (error) => (answered ? undefined : reject(error)));
    sent.end(body);
  });
}

/**
 * Writes bytes as they are on a connection of their own; answers what comes back until it is closed. `isCutOff`: the
 * connection ends on this side right after them, as if more was to come.
 */
export function sendBytes(origin: string, bytes: string | Buffer, isCutOff = false): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    if (isCutOff) socket.end(bytes);
    else socket.write(bytes);
  });
}
