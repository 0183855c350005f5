import { siteName } from "#contract/site-name.ts";

/** The title of a page in its tab: what it is about, and the site. */
export const titled = (text: string): string => `${text} · ${siteName()}`;
