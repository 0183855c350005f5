import { parentPort, workerData } from "node:worker_threads";
import { compressOnce } from "#server/kit/http/compress-once.ts";
import type { Transport } from "#web/lib/api/api.ts";
import type { PageRequest } from "#web/render/prepare-request.ts";
import { loadBuiltPages } from "./pages.ts";

/** The request of a page to be rendered: all of a {@link PageRequest} that can be sent to a thread. */
export type AskedPage = Omit<PageRequest, "request" | "transport" | "report"> & {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: string | null;
};

type Call = { method: string; path: string; headers: Record<string, string>; body?: string };

/** `id` names a page, `call` a call of the API that it makes. */
export type ToThread =
  | { kind: "render"; id: number; page: AskedPage }
  | { kind: "left"; id: number }
  | { kind: "answered"; call: number; answer: { status: number; text: string } | null };

export type FromThread =
  | { kind: "ready" }
  | { kind: "begun"; id: number }
  | { kind: "call"; id: number; call: number; request: Call }
  | { kind: "report"; id: number; error: unknown }
  | { kind: "failed"; id: number; error: unknown }
  | {
      kind: "rendered";
      id: number;
      status: number;
      headers: [name: string, value: string][];
      /** In the encoding that the headers name; null where an answer has none. */
      body: Uint8Array<ArrayBuffer> | null;
      /** The nonce of the document's inline scripts. */
      nonce: string;
    };

if (!parentPort) throw new Error("this renders pages in a thread of its own");
const port = parentPort;
const send = (message: FromThread, handed: ArrayBuffer[] = []) => port.postMessage(message, handed);
const pages = await loadBuiltPages((workerData as { buildDir: string }).buildDir);
const leaving = new Map<number, AbortController>();
const calls = new Map<number, PromiseWithResolvers<{ status: number; text: string }>>();
let lastCall = 0;

port.on("message", (message: ToThread) => {
  if (message.kind === "render") void render(message.id, message.page);
  else if (message.kind === "left") leaving.get(message.id)?.abort();
  else answered(message);
});
send({ kind: "ready" });

async function render(id: number, { url, method, headers, body, ...page }: AskedPage): Promise<void> {
  send({ kind: "begun", id });
  const left = new AbortController();
  leaving.set(id, left);
  const request = new Request(url, { method, headers, body, signal: left.signal });
  try {
    const { response, whole } = await pages({
      ...page,
      request,
      transport: (wanted) => call(id, wanted),
      report: (error) => send({ kind: "report", id, error: plainError(error) }),
    });
    const document = whole?.body ?? Buffer.from(await response.arrayBuffer());
    const accepted = request.headers.get("accept-encoding") ?? undefined;
    const sent = document.length > 0 ? await compressOnce(document, accepted) : null;
    if (sent?.encoding) response.headers.set("content-encoding", sent.encoding);
    // A copy of its own, which is transferred: what guests share stays here.
    const handed = sent && new Uint8Array(sent.body);
    const { status } = response;
    const nonce = whole?.nonce ?? page.nonce;
    send(
      { kind: "rendered", id, status, headers: [...response.headers], body: handed, nonce },
      handed ? [handed.buffer] : [],
    );
  } catch (error) {
    send({ kind: "failed", id, error: plainError(error) });
  } finally {
    leaving.delete(id);
  }
}

/** Calls the API where it is: in the thread that asked for the page. */
function call(id: number, { method, path, headers, body }: Parameters<Transport>[0]) {
  if (body instanceof FormData) throw new Error("a page that is rendered sends no files");
  const number = ++lastCall;
  const answer = Promise.withResolvers<{ status: number; text: string }>();
  calls.set(number, answer);
  send({
    kind: "call",
    id,
    call: number,
    request: { method, path, headers, ...(body === undefined ? {} : { body }) },
  });
  return answer.promise;
}

function answered({ call: number, answer }: Extract<ToThread, { kind: "answered" }>): void {
  const waiting = calls.get(number);
  calls.delete(number);
  if (answer) waiting?.resolve(answer);
  else waiting?.reject(new Error("the API could not be called"));
}

/**
 * The part of an error that can be sent to another thread: the error itself may hold on to a response or a function.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const plain = new Error(error.message);
  if (error.stack) plain.stack = error.stack;
  return plain;
}
