import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "#server/kit/derive-key.ts";
import type { Call, Viewer } from "#server/kit/http/call.ts";
import { privateFilesPath } from "#server/storage/storage.ts";
import type { IdentityNeeds, SignedIn } from "./needs.ts";
import { readToken, tokenKey } from "./session-tokens.ts";
import { deviceKnownDays } from "./store/known-clients-store.ts";

const deviceName = "device";
const fileSessionName = "file_session";
const daySeconds = 86_400;

type CookieCall = Pick<Call, "cookie">;

/**
 * The HttpOnly cookies. API calls take the Bearer header only, and no cookie authenticates them: `device` recognises
 * a device that has signed in before, `file_session` names the session to the paths of private files, whose `<img>`
 * and `<video>` can send no header.
 */
export type SessionCookies = {
  /** The device of a call: 256 random bits as base64url, new when the call carries none. */
  deviceOf(call: CookieCall): string;
  /** `Set-Cookie` that keeps the device in the browser. */
  device(device: string): string;
  /** `Set-Cookie` values of a session that was just opened on a device. */
  opened(session: Pick<SignedIn, "tokenId" | "expiresInSeconds">, device: string): string[];
  /** `Set-Cookie` that gives a session access to private files until `expiresAt`. */
  fileSession(session: Pick<Viewer, "tokenId" | "expiresAt">): string;
  /**
   * The file session of a token that we signed; null for any other token. Whether it is active is checked on access.
   */
  fileSessionOfToken(token: string): Promise<string | null>;
  /** `Set-Cookie` that deletes it. */
  noFileSession(): string;
  /** The `jti` of the session that a call for a private file names, genuine but not looked up; null when none. */
  fileSessionOf(call: CookieCall): string | null;
};

/** Makes the {@link SessionCookies}. */
export function createSessionCookies({
  tokenSecret,
  publicOrigin,
  clock,
}: Pick<IdentityNeeds, "tokenSecret" | "publicOrigin" | "clock">): SessionCookies {
  const key = deriveKey(tokenSecret, "sessions at private files");
  const sign = (tokenId: string) => createHmac("sha256", key).update(tokenId).digest();
  const verifying = tokenKey(tokenSecret);
  const secure = publicOrigin.startsWith("https:") ? "; Secure" : "";
  const cookie = (name: string, value: string, rest: string, seconds: number) =>
    `${name}=${value}; ${rest}; HttpOnly; Max-Age=${Math.max(0, Math.floor(seconds))}${secure}`;
  // Lax: the way back from X is a navigation that another site begins.
  const device: SessionCookies["device"] = (value) =>
    cookie(deviceName, value, "Path=/; SameSite=Lax", deviceKnownDays * daySeconds);
  const fileCookie = (value: string, seconds: number) =>
    cookie(fileSessionName, value, `Path=${privateFilesPath}; SameSite=Strict`, seconds);
  const fileSession = (tokenId: string, seconds: number) =>
    fileCookie(`${tokenId}.${sign(tokenId).toString("base64url")}`, seconds);
  const ofViewer: SessionCookies["fileSession"] = ({ tokenId, expiresAt }) =>
    fileSession(tokenId, (expiresAt.getTime() - clock.now().getTime()) / 1000);
  return {
    deviceOf(call) {
      const brought = call.cookie(deviceName);
      return brought && /^[\w-]{43}$/.test(brought) ? brought : randomBytes(32).toString("base64url");
    },
    device,
    opened: ({ tokenId, expiresInSeconds }, value) => [device(value), fileSession(tokenId, expiresInSeconds)],
    fileSession: ofViewer,
    async fileSessionOfToken(token) {
      const claims = await readToken(await verifying, token, clock.now());
      return claims && ofViewer(claims);
    },
    noFileSession: () => fileCookie("", 0),
    fileSessionOf(call) {
      const [, tokenId, signature] =
        /^([\w-]{36})\.([\w-]{43})$/.exec(call.cookie(fileSessionName) ?? "") ?? [];
      if (tokenId === undefined || signature === undefined) return null;
      const [given, right] = [Buffer.from(signature, "base64url"), sign(tokenId)];
      return given.length === right.length && timingSafeEqual(given, right) ? tokenId : null;
    },
  };
}
