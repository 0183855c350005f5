import type { Language, Problem } from "#contract/common.ts";
import type { AppContract, AppEndpoint } from "#contract/contract.ts";
import type { Answer, CallInput } from "#contract/endpoint.ts";
import { looksLikeToken, malformedToken } from "#web/lib/api/token.ts";
import { apiTimeoutMs } from "#web/lib/constants.ts";
import { anySignal } from "#web/lib/platform/abort-signals.ts";

/** One HTTP exchange, whatever carries it: `fetch` in the browser, an in-process call on the server. */
export type Transport = (request: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** Called with the share of the body sent so far, 0 to 1, where the transport reports it. */
  onProgress?: (share: number) => void;
  /** Goes on when the page that asked is left (`keepalive` of the Fetch Standard). */
  keepalive?: boolean;
  signal: AbortSignal;
}) => Promise<{ status: number; text: string }>;

/** No answer came: offline, timed out, or cancelled by the caller. */
export type NetworkFailure = { status: 0; body: Problem & { code: "network" | "aborted" } };

/**
 * An answer that the contract does not declare, for example 500 or a proxy's 502. A 503 with the code `overloaded` is our
 * own server's guarantee that nothing was done.
 */
export type UndeclaredAnswer = {
  status: 500 | 502 | 503 | 504;
  body: Problem & { retry_after?: number; request_id?: string };
};

export type ApiAnswer<K extends AppEndpoint> = Answer<AppContract[K]> | NetworkFailure | UndeclaredAnswer;

export type CallOptions = {
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: minted once per intent, reused when the same intent is retried. */
  idempotencyKey?: string;
  /** Default 20,000; `null` waits for ever (chat messages). */
  timeoutMs?: number | null;
  /** Sent without the session, even when a user is signed in. */
  anonymous?: true;
  /** Sent even when the page is left at that moment; at most 64 KB. */
  keepalive?: true;
  /** Called with the share of a multipart form sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
};

type CallArguments<K extends AppEndpoint> =
  unknown extends CallInput<AppContract[K]>
    ? [options?: CallOptions]
    : [input: CallInput<AppContract[K]> & CallOptions];

export type Api = {
  /** Calls one endpoint of the contract. Never throws: no answer is `{status: 0}`. */
  call<K extends AppEndpoint>(endpoint: K, ...args: CallArguments<K>): Promise<ApiAnswer<K>>;
  /** The headers of a call without a body, for code that fetches a file itself. */
  headers(): Record<string, string>;
};

export type ApiNeeds = {
  transport: Transport;
  token(): string | null;
  language(): Language;
};

type LooseInput = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, Blob>;
};

/** Makes the typed client. It validates nothing: the server does, and its types come from the same contract. */
export function createApi(needs: ApiNeeds): Api {
  async function call(endpoint: AppEndpoint, input: LooseInput = {}) {
    const signal = deadline(input);
    try {
      const { status, text } = await needs.transport({
        method: methodOf(endpoint),
        path: buildPath(endpoint, input.params, input.query),
        headers: headers(needs, input),
        ...bodyOf(input),
        keepalive: input.keepalive ?? false,
        ...(input.onProgress ? { onProgress: input.onProgress } : {}),
        signal,
      });
      return { status, body: parse(status, text) };
    } catch (error) {
      const code = input.signal?.aborted ? "aborted" : "network";
      return { status: 0, body: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  }
  return { call: call as Api["call"], headers: () => headers(needs, {}) };
}

/** JSON, or a form (RFC 7578) when files go along: its text fields are those of the body. */
function bodyOf({ body, files }: LooseInput): { body?: string | FormData } {
  if (files === undefined) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) if (file !== undefined) form.append(name, file);
  return { body: form };
}

function deadline({ signal, timeoutMs = apiTimeoutMs }: CallOptions): AbortSignal {
  const signals = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)];
  return anySignal(signals.filter((each) => each !== undefined));
}

function headers(needs: ApiNeeds, input: LooseInput): Record<string, string> {
  const result: Record<string, string> = { accept: "application/json", "accept-language": needs.language() };
  const token = input.anonymous ? null : needs.token();
  if (token !== null && looksLikeToken(token)) result.authorization = `Bearer ${token}`;
  else if (token !== null) console.error(malformedToken);
  // The browser sets the type of a form itself, including the boundary.
  if (input.body !== undefined && input.files === undefined) result["content-type"] = "application/json";
  if (input.idempotencyKey !== undefined) result["idempotency-key"] = input.idempotencyKey;
  return result;
}

function parse(status: number, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page, or CSV: refusals must still carry a problem.
    return status < 400 ? text : { code: "unreadable", message: `HTTP ${status}` };
  }
}

/** The method of a contract key, for example `GET` of `GET /api/gender`. */
export function methodOf(endpoint: string): string {
  return endpoint.slice(0, endpoint.indexOf(" "));
}

/** Fills `{name}` places of a contract key's path and appends the query; undefined values are left out. */
export function buildPath(
  endpoint: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const template = endpoint.slice(endpoint.indexOf(" ") + 1);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}
