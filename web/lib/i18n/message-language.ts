import type { Language } from "#contract/common.ts";

/**
 * The language of the compiled messages, in the place of Paraglide's own runtime: that one also knows how to find a
 * language out from addresses and cookies, which the server does here.
 */
export let getLocale: () => Language = () => "en";

/** Says from now on how the language is found. */
export function overwriteGetLocale(find: () => Language): void {
  getLocale = find;
}

/** No build is for one language alone. */
export const experimentalStaticLocale = undefined;
