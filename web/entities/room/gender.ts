import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { allGenders, genderText } from "#contract/room-values.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { browserClock } from "#web/lib/clock.ts";
import { defaultGender, flagMs, storageKeys } from "#web/lib/constants.ts";
import { readCookie, writeCookie } from "#web/lib/cookies.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { genderAt, genderOf, withGender } from "./list-filters.ts";

export type Gender = { id: number; name_en: string; name_es: string };

const flash = createStore({ active: false });
const listeners = new Set<() => void>();
let cancelFlash = () => {};

/** Raised for half a second after a choice. */
export const genderFlash: Store<{ active: boolean }> = flash;

/** The gender chosen for this visit, out of a `Cookie` header; women (1) until the user chooses. */
export function readGender(cookies: string): number {
  return genderOf(readCookie(cookies, storageKeys.gender)) ?? defaultGender;
}

/** Chooses a gender for the rest of the visit; the lists that depend on it load again. */
export function chooseGender(id: number): void {
  writeCookie(storageKeys.gender, genderText(id));
  for (const listener of listeners) listener();
  flash.set({ active: true });
  cancelFlash();
  cancelFlash = browserClock.after(flagMs, () => flash.set({ active: false }));
}

/** The gender that the address names, and already the one that is on its way; else that of this visit. */
export function useGender(): number {
  const { gender } = usePageConfig();
  const here = useLocation();
  const next = useNavigation().location;
  const ofVisit = useSyncExternalStore(
    subscribe,
    () => readGender(document.cookie),
    () => gender,
  );
  const { search } = next?.pathname === here.pathname ? next : here;
  return genderAt(search) ?? ofVisit;
}

/** The pages whose address names the gender of their list. */
const genderLists = /^\/(trending|videos|allposts)?\/?$/;

/** Chooses a gender for the visit, and puts it into the address of a list, which others may be given. */
export function useChooseGender(): (id: number) => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (id) => {
    chooseGender(id);
    if (genderLists.test(pathname))
      void navigate({ search: withGender(search, id) }, { replace: true, preventScrollReset: true });
  };
}

/** True for half a second after a choice, for a short acknowledgement. */
export function useGenderFlash(): boolean {
  return useStore(genderFlash).active;
}

/** The genders of the filter; they hardly ever change. */
export const gendersQuery = queryOptions({
  queryKey: ["genders"],
  queryFn: ({ meta }) => fetchGenders(queryApi(meta)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The genders of the filter; empty until they are known. */
export function useGenders(): readonly Gender[] {
  return useQuery(gendersQuery).data ?? [];
}

/** The choices of the filter, named in the page's language: each gender, then everybody; empty until they are known. */
export function useGenderChoices(): { id: number; name: string }[] {
  const genders = useGenders();
  const language = useLocale();
  if (genders.length === 0) return [];
  return [
    ...genders.map(({ id, name_en, name_es }) => ({ id, name: language === "es" ? name_es : name_en })),
    { id: allGenders, name: m.nav_gender_all() },
  ];
}

/** Asks for the genders; throws when there is no answer, so that the query can be tried again. */
async function fetchGenders(api: Api): Promise<Gender[]> {
  return answerOf(await api.call("GET /api/gender")).data;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
