import type { socialContract } from "#contract/social.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import { originOf, presentSession, refusedSignIn, tooManyTries } from "../answer-sign-in.ts";
import type { Identity, ProfileReader } from "../identity.ts";
import { isOwnerRefusal, proofOf, refusedOwner } from "../refused-owner.ts";
import { browserCookie } from "./browser-cookie.ts";
import type { ConnectRefusal } from "./connect-twitter.ts";
import type { DisconnectRefusal } from "./disconnect-twitter.ts";
import { journeySeconds } from "./start-twitter.ts";

const texts = defineTexts({
  not_configured: {
    en: "Signing in with Twitter is not available here.",
    es: "Aquí no se puede entrar con Twitter.",
  },
  login_taken: { en: "username already taken", es: "el nombre de usuario ya está en uso" },
  claim_expired: {
    en: "This took too long. Please begin again with Twitter.",
    es: "Tardó demasiado. Empieza de nuevo con Twitter.",
  },
  email_known: {
    en: "There is already an account with this email. Log in to it, and Twitter will be connected.",
    es: "Ya hay una cuenta con este correo. Entra en ella y se conectará Twitter.",
  },
  belongs_to_another: {
    en: "This Twitter account is already connected to another account.",
    es: "Esta cuenta de Twitter ya está conectada a otra cuenta.",
  },
  has_another: {
    en: "Another Twitter account is connected. Disconnect it first.",
    es: "Hay otra cuenta de Twitter conectada. Desconéctala primero.",
  },
  only_way_in: {
    en: "Set a password first: without Twitter you could not log in any more.",
    es: "Crea primero una contraseña: sin Twitter ya no podrías entrar.",
  },
  only_address: {
    en: "Add an email first: without it and Twitter a forgotten password could not be replaced.",
    es: "Añade primero un correo: sin él y sin Twitter no podrías recuperar una contraseña olvidada.",
  },
  unauthenticated: { en: "Please log in to continue.", es: "Inicia sesión para continuar." },
});

export type TwitterRoutesNeeds = {
  identity: Identity;
  profiles: ProfileReader;
  /** Scheme and host by which the public reaches us. */
  publicOrigin: string;
  /** Is this origin another name of ours, on the machine itself? */
  isOurs: (origin: string) => boolean;
};

/** The part of the contract that speaks of X. */
export function twitterRoutes(needs: TwitterRoutesNeeds): Handlers<typeof socialContract> {
  const { twitter } = needs.identity;
  const profile = async (call: Call<Viewer>) => {
    const body = await needs.profiles.profile(call.viewer.userId);
    return body ? ({ status: 200, body } as const) : problem(call, 401, texts, "unauthenticated");
  };
  return {
    "GET /auth/twitter": async ({ query }, call) => {
      // The journey ends under the name it began with: cookies belong to one host.
      const origin = needs.isOurs(call.origin) ? call.origin : needs.publicOrigin;
      const started = await twitter.start({
        redirectUri: `${origin}/auth/twitter/callback`,
        language: query.language ?? call.language,
        referrerId: query.referrer ?? null,
        route: query.route ?? null,
        connect: query.connect === "1",
        address: call.address,
      });
      if (started.ok) {
        const cookie = browserCookie(started.browser, journeySeconds, origin.startsWith("https:"));
        return { status: 302, body: undefined, headers: { location: started.askAt, "set-cookie": cookie } };
      }
      if (started.refusal.code === "too_many") return tooManyTries(call, started.refusal.retryAfterSeconds);
      return problem(call, 503, texts, "not_configured");
    },
    "POST /auth/twitter/register": async ({ body }, call) => {
      const { claim, login, language, referrer = null } = body;
      const origin = originOf(call, needs.identity);
      const opened = await twitter.register({ claim, login, language, referrerId: referrer }, origin);
      if (opened.ok) return { status: 201, ...presentSession(opened, origin, needs.identity) };
      const { refusal } = opened;
      if (refusal.code === "too_many") return tooManyTries(call, refusal.retryAfterSeconds);
      if (refusal.code === "claim_expired") return problem(call, 409, texts, "claim_expired");
      if (refusal.code === "email_taken") return problem(call, 409, texts, "email_known");
      return problem(call, 422, texts, "login_taken", {
        errors: { login: [texts.login_taken[call.language]] },
      });
    },
    "POST /auth/twitter/second-factor": async ({ body }, call) => {
      const step = { claim: body.claim, oneTimeCode: body.one_time_code };
      const origin = originOf(call, needs.identity);
      const passed = await twitter.passSecondFactor(step, origin);
      if (passed.ok) return { status: 200, ...presentSession(passed, origin, needs.identity) };
      const { refusal } = passed;
      return refusal.code === "claim_expired"
        ? problem(call, 409, texts, "claim_expired")
        : refusedSignIn(call, refusal);
    },
    "POST /api/fan/connect-twitter": async ({ body }, call) => {
      const wish = { claim: body.claim, proof: proofOf(body, call) };
      const connected = await twitter.connect(call.viewer.userId, wish);
      return connected.ok ? profile(call) : refusedLink(call, connected.refusal);
    },
    "POST /api/fan/disconnect-twitter": async ({ body }, call) => {
      const gone = await twitter.disconnect(call.viewer.userId, proofOf(body, call));
      return gone.ok ? profile(call) : refusedLink(call, gone.refusal);
    },
  };
}

/** The answer when the link between account and identity stays as it is, because of the password or of the link itself. */
function refusedLink(call: Call, refusal: ConnectRefusal | DisconnectRefusal) {
  return isOwnerRefusal(refusal) ? refusedOwner(call, refusal) : problem(call, 409, texts, refusal.code);
}
