import type { sessionsContract } from "#contract/accounts.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { problem } from "#server/kit/http/problem.ts";
import type { Identity } from "./identity.ts";
import { reauthCredentialsOf, reauthRefused } from "./reauthenticate.ts";

/** A person's own sessions: seen, ended one by one or all together. */
export function sessionRoutes(identity: Identity): Handlers<typeof sessionsContract> {
  return {
    "GET /api/fan/sessions": async (_input, { viewer }) => {
      const open = await identity.openSessions(viewer.userId);
      const data = open.map((session) => ({
        id: session.token_id,
        ...deviceOf(session.user_agent),
        created_at: session.issued_at.toISOString(),
        last_used_at: session.last_used_at.toISOString(),
        current: session.token_id === viewer.tokenId,
      }));
      return { status: 200, body: { data } };
    },
    "POST /api/fan/end-session": async ({ body }, call) => {
      if (body.id !== call.viewer.tokenId) {
        const checked = await identity.reauthenticate(call.viewer.userId, reauthCredentialsOf(body, call));
        if (!checked.ok) return reauthRefused(call, checked.refusal);
      }
      const ended = await identity.endSessions(call.viewer.userId, { only: body.id });
      return ended === 0 ? problem(call, "unknown_session") : { status: 204, body: undefined };
    },
    "POST /api/fan/end-sessions": async ({ body }, call) => {
      const { userId, tokenId } = call.viewer;
      const checked = await identity.reauthenticate(userId, reauthCredentialsOf(body, call));
      if (!checked.ok) return reauthRefused(call, checked.refusal);
      const except = body.keep_current ? tokenId : null;
      return { status: 200, body: { ended: await identity.endSessions(userId, { except }) } };
    },
  };
}

/** Product names; null where the header gives no hint. */
export type Device = { browser: string | null; system: string | null };

/** The order matters: most browsers also call themselves Chrome or Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPad\b/, "iPadOS"],
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Browser and system that a `User-Agent` header names (RFC 9110, 10.1.5). */
export function deviceOf(userAgent: string): Device {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

function firstMatch(names: [RegExp, string][], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
