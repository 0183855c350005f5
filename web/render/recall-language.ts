import { cookieNames, preferenceCookieSeconds, storageKeys } from "#web/lib/constants.ts";

/**
 * The script in a guest's document. The server reads the language from a cookie; where that is gone and the browser still
 * has stored one, the cookie is written again and the page is read in that language. Where cookies or storage are refused
 * nothing happens. It stands in the document because it is needed so seldom that no page should load it as a file.
 */
export const recallLanguage = `try {
const stored = localStorage.getItem("${storageKeys.language}");
const isSettled = () => /(^|; )(${cookieNames.language}|${cookieNames.token})=/.test(document.cookie);
if (/^(en|es)$/.test(stored) && stored !== document.documentElement.lang && !isSettled()) {
document.cookie = "${cookieNames.language}=" + stored + "; Path=/; SameSite=Lax; Max-Age=${preferenceCookieSeconds}" + (location.protocol === "https:" ? "; Secure" : "");
if (isSettled()) location.reload();
}
} catch {}`;
