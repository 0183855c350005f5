import { useState } from "react";
import { useLocation } from "react-router";
import { ADULT_COOKIE_SECONDS, COOKIE } from "#web/lib/constants.ts";
import { readCookie, writeCookie } from "#web/lib/cookies.ts";
import { useDocumentFacts } from "#web/lib/page/page-config.ts";

/** What whoever is under 18 may read too, and has to before consenting to anything. */
const FREE =
  /^\/(terms-of-service|privacy-policy|usc-2257|anti-human-trafficking-policy|compliance-policy|creator-agreement|contact|content-removal)\/?$/i;

/** Whether this address may be read before anybody has certified an age. */
export function isFreeOfAge(pathname: string): boolean {
  return FREE.test(pathname);
}

/** Whether cookies say that this browser's owner has certified to be an adult. */
export function isAdult(cookies: string): boolean {
  return readCookie(cookies, COOKIE.adult) === "1";
}

/** Whether the question of age stands before this page, and its answer. */
export function useAgeGate(): { closed: boolean; back: string; confirm(): void } {
  const { adult } = useDocumentFacts();
  const { pathname, search } = useLocation();
  const [confirmed, setConfirmed] = useState(adult);
  return {
    closed: !confirmed && !isFreeOfAge(pathname),
    back: pathname + search,
    confirm() {
      writeCookie(COOKIE.adult, "1", ADULT_COOKIE_SECONDS);
      setConfirmed(true);
    },
  };
}
