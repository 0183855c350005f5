import { useEffect } from "react";
import type { Api } from "#web/lib/api/api.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";
import type { Intent } from "#web/lib/navigation/saved-route.ts";
import { m } from "#web/paraglide/messages.js";

/** The intent of somebody towards a model who is led to sign in for it. */
export type Wanted = { kind: Intent["kind"]; name: string; avatar: string | null };

/** The page of signing in waits this long for the model that it is about. */
const waitMs = 1_500;

/**
 * The model and the purpose for which a guest was led to sign in, read from a cookie. Null when they came by
 * themselves, and when the model cannot be read in time: the page then says less.
 */
export async function readWanted(api: Api, cookies: string): Promise<Wanted | null> {
  const asked = intentOf(cookies);
  if (asked === null) return null;
  try {
    const params = { loginOrId: asked.model };
    const answer = await api.call("GET /api/model-profile/{loginOrId}", {
      params,
      signal: AbortSignal.timeout(waitMs),
    });
    if (answer.status !== 200) return null;
    const { artisticName: name, avatar } = answer.body;
    return { kind: asked.kind, name, avatar: avatar || null };
  } catch {
    return null;
  }
}

function intentOf(cookies: string): { kind: Wanted["kind"]; model: string } | null {
  const [, kind = "", model = ""] =
    /^([a-z]+)\.([a-z0-9]+)$/i.exec(readCookie(cookies, cookieNames.intent) ?? "") ?? [];
  return isIntent(kind) ? { kind, model } : null;
}

const isIntent = (kind: string): kind is Wanted["kind"] => Object.hasOwn(titles, kind);

/**
 * Keeps what somebody is led to sign in for as long as they are on the pages of that: who leaves them has given it up, and
 * comes back by themselves.
 */
export function useIntentUntilLeft(): void {
  useEffect(
    () => () => {
      if (!/^\/(login|register|lost-password)\/?$/i.test(location.pathname)) dropCookie(cookieNames.intent);
    },
    [],
  );
}

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
