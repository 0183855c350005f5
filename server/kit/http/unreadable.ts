import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const answers = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "timeout", "The request took too long."],
  HPE_HEADER_OVERFLOW: [431, "headers_too_large", "The headers of the request are too large."],
} as const;
const unreadable = [400, "bad_request", "The request could not be read."] as const;

/**
 * What Node cannot read as HTTP never becomes a request: it is refused on the bare connection, in the shape of every
 * refusal, and hung up on.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, code, message] = answers[error.code as keyof typeof answers] ?? unreadable;
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${body.length}`,
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}
