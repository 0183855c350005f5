import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { testSecret } from "#testing/app/test-settings.ts";

const app = testApp();
const key = new TextEncoder().encode(testSecret);
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The claims of the fan's own, good token; each forgery starts from them. */
function claimsOf(fan: Person): Record<string, unknown> {
  return JSON.parse(Buffer.from(fan.token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
}

const signed = (claims: object, signingKey = key) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(signingKey);

function withHmac(header: object, claims: object, secret: string | Buffer): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicPem = publicKey.export({ type: "spki", format: "pem" });

const forgeries: Record<string, (fan: Person) => string | Promise<string>> = {
  "alg none": (fan) => `${part({ alg: "none" })}.${part(claimsOf(fan))}.`,
  "alg none with a signature": (fan) =>
    `${part({ alg: "none" })}.${part(claimsOf(fan))}.${fan.token.split(".")[2]}`,
  "signed by another key": (fan) => signed(claimsOf(fan), new Uint8Array(32)),
  "for another audience": (fan) => signed({ ...claimsOf(fan), aud: "whep" }),
  "from another issuer": (fan) => signed({ ...claimsOf(fan), iss: "elsewhere" }),
  "expired beyond the leeway": (fan) => signed({ ...claimsOf(fan), exp: nowSeconds() - 31 }),
  "without an expiry": (fan) => signed({ ...claimsOf(fan), exp: undefined }),
  "of two parts": (fan) => fan.token.split(".").slice(0, 2).join("."),
  "of four parts": (fan) => `${fan.token}.x`,
  "with another payload": (fan) => {
    const [head, , signature] = fan.token.split(".");
    return `${head}.${part({ ...claimsOf(fan), role: "admin" })}.${signature}`;
  },
  "with a session nobody opened": (fan) => signed({ ...claimsOf(fan), jti: randomUUID() }),
  "with another person's session": async (fan) => {
    const other = await app.fan();
    return signed({ ...claimsOf(fan), jti: claimsOf(other).jti });
  },
  "signed by RSA": (fan) =>
    new SignJWT({ ...claimsOf(fan) }).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
  "calling an RSA key's text an HMAC secret": (fan) => withHmac({ alg: "HS256" }, claimsOf(fan), publicPem),
  "saying RS256 over an HMAC": (fan) => withHmac({ alg: "RS256" }, claimsOf(fan), testSecret),
  "naming its own key": (fan) =>
    withHmac(
      { alg: "HS256", jwk: { kty: "oct", k: "AAAA" } },
      claimsOf(fan),
      Buffer.from("AAAA", "base64url"),
    ),
  revoked: async (fan) => {
    await app.call("POST", "/api/web_logout", { as: fan });
    return fan.token;
  },
  "of a blocked account": async (fan) => {
    await app.withTransaction((tx) =>
      tx
        .$extendTables<{ "accounts.account": { id: number; status: string } }>()
        .updateTable("accounts.account")
        .set({ status: "blocked" })
        .where("id", "=", fan.id)
        .execute(),
    );
    return fan.token;
  },
  "that is garbage": () => "garbage",
};

test.each(Object.keys(forgeries))(
  "R-OPEN-05, R-API-43, R-ROLE-14: a token %s opens nothing",
  async (name) => {
    const fan = await app.fan();
    const profileWith = (token: string) =>
      app.call("GET", "/api/fan/profile", { headers: { authorization: `Bearer ${token}` } });
    expect((await profileWith(fan.token)).status).toBe(200);
    const forged = await forgeries[name]?.(fan);
    expect((await profileWith(forged ?? "")).status).toBe(401);
  },
);

test("R-OPEN-06, R-API-43: the server forgives half a minute of a clock that goes wrong, and no more", async () => {
  const fan = await app.fan();
  const late = (seconds: number) => signed({ ...claimsOf(fan), exp: nowSeconds() - seconds });
  const statusWith = async (token: string) =>
    (await app.call("GET", "/api/fan/profile", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusWith(await late(25))).toBe(200);
  expect(await statusWith(await late(35))).toBe(401);
});
