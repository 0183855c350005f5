import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { isPrivate } from "#web/lib/navigation/guards.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";
import { forgetPersonal } from "#web/lib/session/forget-personal.ts";
import { clearSession, currentSession, dropSession } from "#web/lib/session/session.ts";

/** The signed-in person's account in the query cache; null for a guest. Balance and badges live here. */
export const profileQuery = queryOptions<FanProfile | null>({
  queryKey: ["profile"],
  queryFn: fetchProfile,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user; null for a guest. Renders again when any part of the profile changes. */
export function useViewer(): FanProfile | null {
  return useQuery(profileQuery).data ?? null;
}

/** The role of the signed-in user; null for a guest. Renders again only when this changes. */
export function useRole(): FanProfile["role"] | null {
  return useQuery({ ...profileQuery, select: (profile) => profile?.role ?? null }).data ?? null;
}

/** The balance in whole tokens; null for a guest. */
export function useBalance(): number | null {
  return useQuery({ ...profileQuery, select: (profile) => profile?.balance ?? null }).data ?? null;
}

/** The whole tokens that are set aside for a fan's show. */
export function useHeld(): number {
  return useQuery({ ...profileQuery, select: (profile) => profile?.held ?? 0 }).data ?? 0;
}

let clock = 0;
/** By the clock of puts and readings: since when each part of the profile is known. */
const knownSince = new Map<string, number>();

/**
 * Begins a reading of the profile or of parts of it. Its answer is to be given to the result, which keeps what is not older
 * than what is known: an event, or a reading that began later, may have come in the meantime.
 */
export function beginProfileReading(): <Read extends object>(answer: Read) => Partial<Read> {
  const began = ++clock;
  return (answer) => {
    const newer = Object.entries(answer).filter(([name]) => (knownSince.get(name) ?? 0) <= began);
    for (const [name] of newer) knownSince.set(name, began);
    return Object.fromEntries(newer) as Partial<typeof answer>;
  };
}

/** Puts parts of the profile, as of now unless they were read, where everybody reads them. A guest has none. */
export function putInProfile(
  client: QueryClient,
  parts: Partial<FanProfile>,
  newer = beginProfileReading(),
): void {
  const put = newer(parts);
  client.setQueryData(profileQuery.queryKey, (profile) => (profile ? { ...profile, ...put } : profile));
}

/** The latest transfer whose balance was put: the ledger numbers the transfers of a person in their order. */
let latest = 0;

/**
 * Puts a fresher balance (from an answer or an event) into the one place where everybody reads it. The balance after an
 * earlier transfer than is known is not fresher: an answer may come late, or again.
 */
export function useSetBalance(): (balance: number, transferId?: number) => void {
  const client = useQueryClient();
  return useCallback(
    (balance, transferId = latest) => {
      if (transferId < latest) return;
      latest = transferId;
      putInProfile(client, { balance });
    },
    [client],
  );
}

/** Puts the profile that an answer carries where everybody reads it. */
export function useSetViewer(): (profile: FanProfile) => void {
  const client = useQueryClient();
  return useCallback((profile) => client.setQueryData(profileQuery.queryKey, profile), [client]);
}

let leaving = false;

/**
 * From now on the page is left by choice, or stayed on after all: while it is left, a session that is found dead takes
 * nobody to the login. Browser only.
 */
export function leaveByChoice(yes = true): void {
  leaving = yes;
}

async function fetchProfile({ client }: { client: QueryClient }): Promise<FanProfile | null> {
  const known = client.getQueryData(profileQuery.queryKey);
  const before = known ?? null;
  const session = currentSession();
  if (session === null) return cookiesGone(client, before);
  const newer = beginProfileReading();
  const answer = await browserApi.call("GET /api/fan/profile");
  if (answer.status !== 401) {
    const profile = answerOf(answer);
    const now = client.getQueryData(profileQuery.queryKey);
    if (now?.id === profile.id) return { ...now, ...newer(profile) };
    // Where nobody was known yet, a guest not either, nothing was read for anybody else.
    if (known !== undefined && profile.id !== before?.id) becomeAnother(client, before);
    return profile;
  }
  // Another tab may have signed in as another user meanwhile.
  const now = currentSession();
  if (now !== null && now.token !== session.token) return fetchProfile({ client });
  dropSession();
  if (leaving) return null;
  forgetPersonal(client);
  // A page that only its owner may see is asked for again: its guard leads to the login and remembers it.
  if (isPrivate(location.pathname)) location.reload();
  return null;
}

/** Somebody signed in in another tab. Nothing that this tab holds of the user of before is theirs. */
function becomeAnother(client: QueryClient, before: FanProfile | null): void {
  // A guest's own sign-in may be under way.
  forgetPersonal(client, { keepPending: before === null });
  if (before === null || leaving) return;
  sessionStore.clear();
  location.reload();
}

/**
 * Cookies end with their token: a user who was here a moment ago has an expired session. It goes home from a private
 * page, whether a refresh or the next press finds it out first.
 */
function cookiesGone(client: QueryClient, before: FanProfile | null): null {
  if (before === null || leaving) return null;
  clearSession();
  forgetPersonal(client);
  if (isPrivate(location.pathname)) location.assign("/");
  return null;
}
