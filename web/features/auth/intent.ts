import type { Api } from "#web/lib/api/api.ts";
import { COOKIE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { type Intent, safeRoute } from "#web/lib/navigation/saved-route.ts";
import { m } from "#web/paraglide/messages.js";

/** What somebody wants of a model who is led to sign in for it. */
export type Wanted = { kind: Intent["kind"] | "watch"; name: string; avatar: string | null };

/**
 * For which model, and what for, a guest was led to sign in, by the cookies that say where they return to; null when they
 * came by themselves, and where the model cannot be read: the page says less then.
 */
export async function readWanted(api: Api, cookies: string): Promise<Wanted | null> {
  const asked = intentOf(cookies);
  if (asked === null) return null;
  try {
    const params = { loginOrId: asked.model };
    const answer = await api.call("GET /api/model-profile/{loginOrId}", { params });
    if (answer.status !== 200) return null;
    const { artisticName: name, avatar } = answer.body;
    return { kind: asked.kind, name, avatar: avatar || null };
  } catch {
    return null;
  }
}

function intentOf(cookies: string): { kind: Wanted["kind"]; model: string } | null {
  const route = safeRoute(readCookie(cookies, COOKIE.routeBack));
  if (route === null) return null;
  const [, room] = /^\/stream\/([a-z0-9]{3,30})\/?([?#]|$)/i.exec(route) ?? [];
  if (room !== undefined) return { kind: "watch", model: room };
  const [, kind, model] = /^([a-z]+)\.(\d{1,15})$/.exec(readCookie(cookies, COOKIE.intent) ?? "") ?? [];
  return kind !== undefined && model !== undefined && isIntent(kind) ? { kind, model } : null;
}

const isIntent = (kind: string): kind is Intent["kind"] => kind !== "watch" && Object.hasOwn(titles, kind);

const titles: Record<Wanted["kind"], (name: string) => string> = {
  watch: (name) => m.auth_intent_watch({ name }),
  like: (name) => m.auth_intent_like({ name }),
  subscribe: (name) => m.auth_intent_subscribe({ name }),
  message: (name) => m.auth_intent_message({ name }),
  tip: (name) => m.auth_intent_tip({ name }),
  notify: (name) => m.auth_intent_notify({ name }),
};

/** "Create a free account to watch Luna". */
export function wantedTitle({ kind, name }: Wanted): string {
  return titles[kind](name);
}
