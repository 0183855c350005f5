import type { Language } from "#contract/common.ts";
import en from "#locales/notifications.en.json" with { type: "json" };
import es from "#locales/notifications.es.json" with { type: "json" };

/** The subject of a mail that is to name nobody. */
export const discreetSubject = (language: Language): string => ({ en, es })[language].notifications_discreet;
