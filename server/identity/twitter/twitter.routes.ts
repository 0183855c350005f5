import type { socialContract } from "#contract/social.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import type { Identity, ProfileReader } from "../identity.ts";
import { isReauthRefusal, reauthCredentialsOf, reauthRefused } from "../reauthenticate.ts";
import { originOf, presentSession, refusedSignIn, tooManyTries } from "../sign-in-responses.ts";
import { browserCookie, refusedAddress } from "./callback-page.ts";
import type { ConnectRefusal, DisconnectRefusal } from "./link-twitter.ts";
import { flowSeconds } from "./start-twitter.ts";

export type TwitterRoutesNeeds = {
  identity: Identity;
  profiles: ProfileReader;
  /** Scheme and host by which the public reaches us. */
  publicOrigin: string;
  /** Is this origin another name of ours, on the machine itself? */
  isOurs: (origin: string) => boolean;
};

/** Signing in with X, and linking it to an account. */
export function twitterRoutes(needs: TwitterRoutesNeeds): Handlers<typeof socialContract> {
  const { twitter } = needs.identity;
  const profile = async (call: Call<Viewer>) => {
    const body = await needs.profiles.profile(call.viewer.userId);
    return body ? ({ status: 200, body } as const) : problem(call, "unauthenticated");
  };
  return {
    "GET /auth/twitter": async ({ query }, call) => {
      // The flow ends on the host where it started, because cookies belong to one host.
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
        const cookie = browserCookie(started.browser, flowSeconds, origin.startsWith("https:"));
        return leadTo(started.authorizationUrl, { "set-cookie": cookie });
      }
      if (call.wantsPage) {
        const back = { connect: query.connect === "1", route: query.route ?? null };
        return leadTo(refusedAddress(started.refusal.code, back));
      }
      if (started.refusal.code === "too_many") return tooManyTries(call, started.refusal.retryAfterSeconds);
      return problem(call, "not_configured");
    },
    "POST /auth/twitter/register": async ({ body }, call) => {
      const { claim, login, language, referrer = null } = body;
      const origin = originOf(call, needs.identity);
      const opened = await twitter.register({ claim, login, language, referrerId: referrer }, origin);
      if (opened.ok) return { status: 201, ...presentSession(opened, origin, needs.identity) };
      const { refusal } = opened;
      if (refusal.code === "too_many") return tooManyTries(call, refusal.retryAfterSeconds);
      if (refusal.code === "claim_expired") return problem(call, "claim_expired");
      if (refusal.code === "email_taken") return problem(call, "email_known");
      return fieldProblem(call, "login_taken", "login");
    },
    "POST /auth/twitter/second-factor": async ({ body }, call) => {
      const step = { claim: body.claim, oneTimeCode: body.one_time_code };
      const origin = originOf(call, needs.identity);
      const passed = await twitter.passSecondFactor(step, origin);
      if (passed.ok) return { status: 200, ...presentSession(passed, origin, needs.identity) };
      const { refusal } = passed;
      return refusal.code === "claim_expired" ? problem(call, "claim_expired") : refusedSignIn(call, refusal);
    },
    "POST /api/fan/connect-twitter": async ({ body }, call) => {
      const request = { claim: body.claim, credentials: reauthCredentialsOf(body, call) };
      const connected = await twitter.connect(call.viewer.userId, request);
      return connected.ok ? profile(call) : refusedLink(call, connected.refusal);
    },
    "POST /api/fan/disconnect-twitter": async (_input, call) => {
      const gone = await twitter.disconnect(call.viewer.userId);
      return gone.ok ? profile(call) : refusedLink(call, gone.refusal);
    },
  };
}

function leadTo(location: string, headers: Record<string, string> = {}) {
  return { status: 302, body: undefined, headers: { ...headers, location } } as const;
}

/** The response when the link between account and identity stays as it is. */
function refusedLink(call: Call, refusal: ConnectRefusal | DisconnectRefusal) {
  return isReauthRefusal(refusal) ? reauthRefused(call, refusal) : problem(call, refusal.code);
}
