import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { realtimeProtocol } from "#contract/realtime.ts";
import { insertClaim } from "#server/identity/store/twitter-store.ts";
import { createFormTokens } from "#server/kit/http/form-tokens.ts";
import { freshAddress, type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";
import { testSecret } from "#testing/app/test-settings.ts";
import { emailTo, pathIn } from "#testing/email/inbox.ts";

const app = testApp();

/** Every kind of token that the product hands out. */
const kinds = [
  "session",
  "socket ticket",
  "playback",
  "stream key",
  "confirmation link",
  "reset link",
  "claim of X",
  "form token",
] as const;
type Kind = (typeof kinds)[number];

let fan: Member;
let model: Member;

beforeAll(async () => {
  [fan, model] = [await registerMember(app), await registerListedModel(app, app.db)];
});

const withBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const linkToken = async (subject: string) =>
  String(new URL(pathIn(await emailTo(app, fan.email, subject)), "http://here").searchParams.get("token"));

/** A fresh and valid token of a kind, all of the same fan or the same model. */
const mint: Record<Kind, () => Promise<string>> = {
  session: async () => fan.token,
  "socket ticket": async () =>
    String((await app.call("POST", "/api/realtime/ticket", { as: fan, body: {} })).body.ticket),
  playback: () =>
    app.modules.playbackTokens.sign({ fan: fan.id, room: model.login, mode: "public", audience: 0 }, 60),
  "stream key": async () => {
    const { body } = await app.call("GET", "/api/studio", { as: model });
    return (body.publish as { key: string }).key;
  },
  "confirmation link": () => linkToken("Confirm your email"),
  "reset link": async () => {
    await app.call("POST", "/auth/password/email", { body: { email: fan.email }, headers: freshAddress() });
    return linkToken("Choose a new password");
  },
  "claim of X": async () => {
    const secret = randomBytes(32).toString("base64url");
    const now = new Date();
    await app.withTransaction((tx) =>
      insertClaim(
        tx,
        secret,
        {
          twitter_id: String(Date.now()),
          handle: "someone",
          email: null,
          referrer_id: null,
          expires_at: new Date(now.getTime() + 60_000),
        },
        now,
      ),
    );
    return secret;
  },
  "form token": async () => createFormTokens(testSecret, { now: () => new Date() } as never).issue(),
};

const media = async (endpoint: "whip" | "whep", token: string) => {
  const answer = await fetch(`${app.origin}/${endpoint}/${model.login}`, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${token}`, ...freshAddress() },
    body: "v=0\r\n",
  });
  return answer.status !== 401;
};

const socketOpens = (token: string) =>
  new Promise<boolean>((resolve) => {
    const address = `${app.origin.replace("http", "ws")}/realtime?ticket=${encodeURIComponent(token)}`;
    const socket = new WebSocket(address, realtimeProtocol, { origin: "http://127.0.0.1:1" });
    socket.once("open", () => {
      socket.close();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Where each kind is shown, and whether what is shown there is let in. */
const endpoints: Record<Kind, (token: string) => Promise<boolean>> = {
  session: async (token) => (await app.call("GET", "/api/fan/profile", withBearer(token))).status === 200,
  "socket ticket": socketOpens,
  playback: (token) => media("whep", token),
  "stream key": (token) => media("whip", token),
  "confirmation link": async (token) => {
    const { body } = await app.call("POST", "/api/email-link", { body: { token } });
    return body.link === "confirmed";
  },
  "reset link": async (token) => {
    const password = "tangerine bicycle";
    const answer = await app.call("POST", "/auth/password/reset", {
      headers: freshAddress(),
      body: { token, email: fan.email, password, password_confirmation: password },
    });
    return answer.status === 200;
  },
  "claim of X": async (token) => {
    const body = { claim: token, current_password: fan.password };
    return (await app.call("POST", "/api/fan/connect-twitter", { as: fan, body })).status === 200;
  },
  "form token": async (token) => {
    const answer = await fetch(`${app.origin}/auth/login-form`, {
      method: "POST",
      headers: { accept: "application/json", ...freshAddress() },
      body: new URLSearchParams({ login: fan.login, password: "not it", _token: token }),
    });
    return answer.status === 401;
  },
};

const pairs = kinds.flatMap((kind) =>
  kinds.filter((endpoint) => endpoint !== kind).map((endpoint) => [kind, endpoint] as const),
);

test.each(pairs)(
  "OWASP ASVS 9.2.2, 9.2.3: a %s is not accepted where a %s is expected",
  async (kind, endpoint) => {
    expect(await endpoints[endpoint](await mint[kind]())).toBe(false);
  },
);

test("OWASP ASVS 9.2.2: each kind is accepted at its own endpoint, so that the refusals above are of the kind", async () => {
  // The reset link comes last: it ends the fan's sessions.
  const order = [...kinds.filter((kind) => kind !== "reset link"), "reset link"] as const;
  for (const kind of order) expect(await endpoints[kind](await mint[kind]()), kind).toBe(true);
});

test("OWASP ASVS 9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.3: a session is believed by its signature, method, key, time and audience", async () => {
  const owner = await registerMember(app);
  const { iss, aud, sub, jti, ...rest } = decodeJwt(owner.token);
  expect({ iss, aud }).toEqual({ iss: "fanlight", aud: "fanlight-api" });
  expect(decodeProtectedHeader(owner.token)).toEqual({ alg: "HS256", typ: "JWT" });
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: object, header: object = {}, secret = testSecret) =>
    new SignJWT({ ...rest, iss, aud, sub, jti, ...claims } as never)
      .setProtectedHeader({ alg: "HS256", typ: "JWT", ...header })
      .sign(new TextEncoder().encode(secret));
  const isLetIn = endpoints.session;
  expect(await isLetIn(await sign({}))).toBe(true);
  const refused = {
    "another audience": await sign({ aud: "whep" }),
    "no audience": await sign({ aud: undefined }),
    "another issuer": await sign({ iss: "elsewhere" }),
    "a time that is over": await sign({ exp: now - 60 }),
    "no end": await sign({ exp: undefined }),
    "a time to come": await sign({ nbf: now + 600 }),
    "another method": await sign({}, { alg: "HS512" }, testSecret.padEnd(64, "+")),
    "another key": await sign({}, {}, testSecret.toUpperCase()),
    "a key of its own in the head": await sign(
      {},
      { jwk: { kty: "oct", k: "AAAA" }, jku: "https://keys.example" },
      "another secret of thirty-two characters",
    ),
    "another session's id": await sign({ jti: crypto.randomUUID() }),
    "another person": await sign({ sub: String(fan.id) }),
  };
  for (const [what, token] of Object.entries(refused)) expect(await isLetIn(token), what).toBe(false);
});
