import { useLocation } from "react-router";
import { adultCookieSeconds, cookieNames } from "#web/lib/constants.ts";
import { readCookie, writeCookie } from "#web/lib/cookies.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** Legal pages that minors may read too, and that must be readable before consenting to anything. */
const free =
  /^\/(terms-of-service|privacy-policy|usc-2257|anti-human-trafficking-policy|compliance-policy|creator-agreement|contact|content-removal)\/?$/i;

/** Whether this address may be read before the age is confirmed. */
export function isExemptFromAgeGate(pathname: string): boolean {
  return free.test(pathname);
}

/** Whether the visitor of this browser has confirmed to be an adult. */
export function isAdult(cookies: string): boolean {
  return readCookie(cookies, cookieNames.adult) === "1";
}

/** Set in the browser alone, by the visitor who confirms there. */
const confirmation = createStore({ given: false });

/** Whether the visitor has confirmed to be an adult, now or before. */
export function useIsAdult(): boolean {
  const { adult } = usePageConfig();
  return useStore(confirmation).given || adult;
}

/** Whether the age gate covers this page, and how to confirm. */
export function useAgeGate(): { closed: boolean; back: string; confirm(): void } {
  const adult = useIsAdult();
  const { pathname, search } = useLocation();
  return {
    closed: !adult && !isExemptFromAgeGate(pathname),
    back: pathname + search,
    confirm() {
      writeCookie(cookieNames.adult, "1", adultCookieSeconds);
      confirmation.set({ given: true });
    },
  };
}
