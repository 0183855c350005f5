import { type Api, createApi, type Transport } from "#web/lib/api/api.ts";
import { COOKIE } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/page/load-code.ts";

const overFetch: Transport = async ({ path, onProgress, ...init }) => {
  // `fetch` does not tell how far a body has been sent; what does is loaded by those who ask.
  if (onProgress)
    return (await loadCode(() => import("./xhr-transport.ts"))).overXhr({ path, onProgress, ...init });
  // Cookies authorise no call. Those of sign-ins go along: the device's, and the one that players read files by.
  const response = await fetch(path, { ...init, credentials: "same-origin" });
  return { status: response.status, text: await response.text() };
};

const triesMax = 4;
const waitSecondsMax = 5;

/** How the browser waits, injected so that tests need not. */
export type PoliteNeeds = { wait(ms: number, signal: AbortSignal): Promise<void>; random(): number };

const inBrowser: PoliteNeeds = {
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      }, ms);
      signal.addEventListener("abort", giveUp, { once: true });
    }),
  random: Math.random,
};

/**
 * Asks again by itself for what was only to be read, when the server has too much to do: after the time that the server
 * named and up to as much again by chance, so that not everybody comes back in the same moment; four times in all.
 * What changes something is never repeated here: its caller keeps what was typed and says what happened.
 */
export function politely(transport: Transport, { wait, random } = inBrowser): Transport {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await transport(request);
      const seconds = request.method === "GET" && attempt < triesMax ? retryAfterSeconds(answer) : null;
      if (seconds === null) return answer;
      request.signal.throwIfAborted();
      await wait(seconds * 1_000 * (1 + random()), request.signal);
    }
  };
}

/** When an overloaded server wants to be asked again; null for every other answer. */
function retryAfterSeconds({ status, text }: Awaited<ReturnType<Transport>>): number | null {
  if (status !== 503) return null;
  try {
    const { code, retry_after = 1 } = JSON.parse(text) as { code?: string; retry_after?: number };
    return code === "overloaded" ? Math.min(waitSecondsMax, retry_after) : null;
  } catch {
    return null;
  }
}

/** The typed API client of this page, with the token of the moment. Browser only. */
export const browserApi: Api = apiWithToken(() => readCookie(document.cookie, COOKIE.token));

/** A client of this page that speaks for whoever holds another token. Browser only. */
export function apiWithToken(token: () => string | null): Api {
  return createApi({ transport: politely(overFetch), token, language: currentLanguage });
}
