import { type Api, createApi, type Transport } from "#web/lib/api/api.ts";
import { COOKIE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { politely } from "./retrying-transport.ts";

const overFetch: Transport = async ({ path, onProgress, ...init }) => {
  // `fetch` does not tell how far a body has been sent; what does is loaded by those who ask.
  if (onProgress)
    return (await loadCode(() => import("./xhr-transport.ts"))).overXhr({ path, onProgress, ...init });
  // Cookies authorise no call. Those of sign-ins go along: the device's, and the one that players read files by.
  const response = await fetch(path, { ...init, credentials: "same-origin" });
  return { status: response.status, text: await response.text() };
};

/** The typed API client of this page, with the token of the moment. Browser only. */
export const browserApi: Api = apiWithToken(() => readCookie(document.cookie, COOKIE.token));

/** A client of this page that speaks for whoever holds another token. Browser only. */
export function apiWithToken(token: () => string | null): Api {
  return createApi({ transport: politely(overFetch), token, language: currentLanguage });
}
