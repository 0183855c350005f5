import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import { readGender } from "#web/entities/room/gender.ts";
import { type Api, createApi, type Transport } from "#web/lib/api/api.ts";
import { isExpired } from "#web/lib/api/token.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { chooseLanguage } from "#web/lib/i18n/choose-language.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";
import { isAdult } from "#web/lib/session/age-gate.ts";
import { readSession } from "#web/lib/session/session.ts";

/** The web server's input for one page: plain values and web-standard objects only. */
export type PageRequest = {
  request: Request;
  transport: Transport;
  nonce: string;
  requestId: string;
  demo: boolean;
  origin: string;
  photosOrigin: string;
  /** The differences of the requested host: its logo, its colours, and whether search engines stay out. */
  site: { logo: string | null; noindex: boolean; sheet: string | null };
  /** The site's name. */
  siteName: string;
  /** Page of the external billing provider, or null. */
  billingCancelUrl: string | null;
  /** Signing in with X is set up. */
  twitter: boolean;
  report(error: unknown): void;
};

/**
 * The answer to a request. `whole`: a finished document in the place of the response's body, in the encoding that
 * the headers name; its inline scripts carry this nonce, as of one that guests share, and not the request's.
 */
export type PageAnswer = { response: Response; whole: { body: Buffer; nonce: string } | null };

/** Finds out who asks, in which language and theme, before anything is rendered. */
export async function prepareRequestContext(page: PageRequest, now = new Date()): Promise<RequestContext> {
  const cookies = page.request.headers.get("cookie") ?? "";
  const stored = readSession(cookies);
  const expired = stored !== null && isExpired(stored.token, now);
  const token = stored === null || expired ? null : stored.token;
  const sources = {
    asked: new URL(page.request.url).searchParams.get("lang"),
    stored: readCookie(cookies, cookieNames.language),
    accepted: page.request.headers.get("accept-language"),
  };
  const makeApi = (bearer: string | null, language: Language) => apiOf(page, bearer, language);
  const stated = chooseLanguage({ profile: null, ...sources });
  const sight = token === null ? guestSight : await checkProfile(makeApi(token, stated), page.report);
  const language = chooseLanguage({ profile: sight.viewer?.language ?? null, ...sources });
  const ended = expired || sight.refused;
  return {
    api: makeApi(ended ? null : token, language),
    apiFor: (token) => makeApi(token, language),
    viewer: sight.viewer,
    language,
    theme: readCookie(cookies, cookieNames.theme) === "light" ? "light" : "dark",
    discreet: readCookie(cookies, cookieNames.discreet) === "1",
    theatre: readCookie(cookies, cookieNames.theatre) === "1",
    gender: readGender(cookies),
    nonce: page.nonce,
    requestId: page.requestId,
    session: ended ? "ended" : token === null ? "none" : "alive",
    limited: sight.limited === true,
    expired,
    report: page.report,
    demo: page.demo,
    origin: page.origin,
    photosOrigin: page.photosOrigin,
    ...page.site,
    billingCancelUrl: page.billingCancelUrl,
    adult: isAdult(cookies) || sight.viewer !== null,
    twitter: page.twitter,
  };
}

/** An API client for this request that speaks as the owner of the token. */
export function apiOf({ transport }: PageRequest, bearer: string | null, language: Language): Api {
  return createApi({ transport, token: () => bearer, language: () => language });
}

type Sight = { viewer: FanProfile | null; refused: boolean; limited?: boolean };

const guestSight: Sight = { viewer: null, refused: false };

/**
 * A profile that cannot be read is logged and no more: the page is drawn as for a guest, the session stays. Where the API is
 * only unavailable (503), whoever made it so has said so.
 */
async function checkProfile(api: Api, report: (error: unknown) => void): Promise<Sight> {
  const answer = await api.call("GET /api/fan/profile");
  // Limits answer any call, and no contract says so of each.
  const limited = (answer.status as number) === 429;
  if (answer.status !== 200 && answer.status !== 401 && answer.status !== 503 && !limited)
    report(new Error(`the profile for a page was answered with ${answer.status}`));
  return { viewer: answer.status === 200 ? answer.body : null, refused: answer.status === 401, limited };
}
