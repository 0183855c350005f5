import { type Api, createApi, type Transport } from "#web/lib/api/api.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/load-code.ts";

const fetchTransport: Transport = async ({ path, onProgress, ...init }) => {
  // `fetch` reports no upload progress; XMLHttpRequest does, and is loaded only when progress is needed.
  if (onProgress)
    return (await loadCode(() => import("./xhr-transport.ts"))).xhrTransport({ path, onProgress, ...init });
  // Cookies authorise no call. The cookies of sign-ins go along: the device's, and the one that players read files
  // by.
  const response = await fetch(path, { ...init, credentials: "same-origin" });
  return { status: response.status, text: await response.text() };
};

const triesMax = 4;
const waitSecondsMax = 5;

/** How to wait, injected for tests. */
export type RetryNeeds = { wait(ms: number, signal: AbortSignal): Promise<void>; random(): number };

const inBrowser: RetryNeeds = {
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
 * Retries GET requests that an overloaded server refused: after its `retry_after` plus up to the same again at random, so
 * that clients do not come back all at once; four attempts in all. Requests that change something are never repeated here:
 * their callers keep what was typed and show what happened.
 */
export function withRetries(transport: Transport, { wait, random } = inBrowser): Transport {
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
export const browserApi: Api = apiWithToken(() => readCookie(document.cookie, cookieNames.token));

/** A client of this page that speaks as the owner of another token. Browser only. */
export function apiWithToken(token: () => string | null): Api {
  return createApi({ transport: withRetries(fetchTransport), token, language: currentLanguage });
}
