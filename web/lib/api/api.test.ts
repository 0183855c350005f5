import { afterEach, describe, expect, test, vi } from "vitest";
import { createApi, type Transport } from "./api.ts";

type Sent = Parameters<Transport>[0];

function apiOver(answer: { status: number; text: string } | Error, token: string | null = null) {
  const sent: Sent[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { api: createApi({ transport, token: () => token, language: () => "es" }), sent };
}

afterEach(() => vi.restoreAllMocks());

describe("the typed client", () => {
  test("fills the path, leaves out empty query fields and names the language", async () => {
    const { api, sent } = apiOver({ status: 200, text: "{}" });
    await api.call("GET /api/stream/{slug}", { params: { slug: "a b" } });
    await api.call("GET /api/video-chat-rooms", { query: { gender: 2, page: 1, search: "" } });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/stream/a%20b",
      "GET /api/video-chat-rooms?gender=2&page=1",
    ]);
    expect(sent[0]?.headers["accept-language"]).toBe("es");
  });

  test("R-API-01: sends the token as Bearer and a body as JSON, with the key of the intent", async () => {
    const { api, sent } = apiOver({ status: 200, text: "{}" }, "a.b.c");
    await api.call("POST /api/fan/liked-model", { body: { model_id: 4 }, idempotencyKey: "k-1" });
    expect(sent[0]).toMatchObject({
      body: '{"model_id":4}',
      headers: {
        authorization: "Bearer a.b.c",
        "content-type": "application/json",
        "idempotency-key": "k-1",
      },
    });
  });

  test("an anonymous call carries no token, even when a user is signed in", async () => {
    const { api, sent } = apiOver({ status: 200, text: "{}" }, "a.b.c");
    await api.call("GET /api/token-packages", { anonymous: true });
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
  });

  test("R-ACCT-03: files travel as a form that brings its own content type", async () => {
    const { api, sent } = apiOver({ status: 200, text: "{}" }, "a.b.c");
    const avatar = new Blob(["picture"], { type: "image/png" });
    const seen: number[] = [];
    const onProgress = (share: number) => void seen.push(share);
    await api.call("POST /api/fan/store-avatar/{fanId}", {
      params: { fanId: 4 },
      files: { avatar },
      onProgress,
    });
    const form = sent[0]?.body;
    expect(form).toBeInstanceOf(FormData);
    expect(form instanceof FormData && (await (form.get("avatar") as File).text())).toBe("picture");
    expect(sent[0]?.path).toBe("/api/fan/store-avatar/4");
    expect(sent[0]?.headers).not.toHaveProperty("content-type");
    expect(sent[0]?.onProgress).toBe(onProgress);
  });

  test("R-AUTH-33: a token without three parts is not sent, and the console says so", async () => {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { api, sent } = apiOver({ status: 200, text: "{}" }, "half.token");
    await api.call("GET /api/gender");
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
    expect(complaint).toHaveBeenCalledWith("Invalid JWT token format");
  });

  test("no answer is an answer of its own, never an exception", async () => {
    const { api } = apiOver(new Error("offline"));
    expect(await api.call("GET /api/gender")).toEqual({
      status: 0,
      body: { code: "network", message: "offline" },
    });
  });

  test("R-API-19, R-AUTH-03: calls of signing in and out answer what went wrong, whatever it is", async () => {
    const registration = {
      login: "anna",
      email: "anna@example.test",
      password: "correct horse",
      password_confirmation: "correct horse",
      over_18: true,
      accept_terms: true,
      accept_privacy: true,
    } as const;
    const refusals = [401, 422, 429, 500].map((status) => ({ status, text: '{"message":"no","code":"no"}' }));
    for (const answer of [...refusals, new Error("offline")]) {
      const { api } = apiOver(answer);
      const answers = await Promise.all([
        api.call("POST /api/web_login", { body: { login: "anna", password: "no" } }),
        api.call("POST /api/web_logout"),
        api.call("POST /auth/register", { body: registration }),
        api.call("POST /auth/password/email", { body: { email: "anna@example.test" } }),
        api.call("GET /api/service/login-uniqueness", { query: { login: "anna" } }),
        api.call("GET /api/service/email-uniqueness", { query: { email: "anna@example.test" } }),
      ]);
      const status = answer instanceof Error ? 0 : answer.status;
      for (const { status: met, body } of answers) {
        expect(met).toBe(status);
        expect(body).toMatchObject({ code: status === 0 ? "network" : "no" });
      }
    }
  });

  test("a call that its caller gave up says so", async () => {
    const given = new AbortController();
    given.abort();
    const { api } = apiOver(new Error("aborted"));
    expect(await api.call("GET /api/gender", { signal: given.signal })).toMatchObject({
      status: 0,
      body: { code: "aborted" },
    });
  });

  test("a refusal that is not JSON still carries a problem", async () => {
    const { api } = apiOver({ status: 502, text: "<html>Bad gateway" });
    expect(await api.call("GET /api/gender")).toEqual({
      status: 502,
      body: { code: "unreadable", message: "HTTP 502" },
    });
  });

  test("R-UI-14: calls time out after 20 seconds by default", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const { api } = apiOver({ status: 204, text: "" });
    await api.call("POST /api/web_logout");
    expect(timeout).toHaveBeenCalledWith(20_000);
    timeout.mockClear();
    await api.call("POST /api/web_logout", { timeoutMs: null });
    expect(timeout).not.toHaveBeenCalled();
  });
});
