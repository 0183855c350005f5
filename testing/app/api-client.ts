import type { Person } from "./caller.ts";

export type Reply = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

export type CallOptions = {
  as?: Person;
  /** Sent as JSON, or as a form when it is one. */
  body?: unknown;
  language?: string;
  key?: string;
  headers?: Record<string, string>;
};

/** Calls the API over real HTTP; `as` sends that person's token. */
export type ApiClient = (
  method: "GET" | "HEAD" | "POST" | "DELETE",
  path: string,
  options?: CallOptions,
) => Promise<Reply>;

/** The header by which somebody calls what is outside of the API, as private files. */
export const bearer = (as: Pick<Person, "token">) => ({ authorization: `Bearer ${as.token}` });

/** Calls the application at an origin, asked for at each call. */
export function apiClient(origin: () => string): ApiClient {
  return async (method, path, options = {}) => {
    const { as, body, language, key } = options;
    const answer = await fetch(origin() + path, {
      redirect: "manual",
      method,
      headers: {
        accept: "application/json",
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(language ? { "accept-language": language } : {}),
        ...(key ? { "idempotency-key": key } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json");
    return {
      status: answer.status,
      body: isJson && text !== "" ? JSON.parse(text) : { text },
      // Several cookies are several headers: joined, as by `Headers.get`.
      headers: Object.fromEntries([...answer.headers.keys()].map((name) => [name, answer.headers.get(name)])),
    };
  };
}
