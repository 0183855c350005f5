import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import type { Language } from "#contract/common.ts";
import { readCookie } from "#server/kit/http/call.ts";
import { escapeHtml } from "#server/kit/http/escape-html.ts";
import { sameSitePath } from "#server/kit/http/same-site-path.ts";
import { fill } from "#server/kit/texts.ts";
import type { Identity } from "../identity.ts";
import type { Finished, FinishRefusal } from "./finish-twitter.ts";
import type { StartRefusal } from "./start-twitter.ts";

/**
 * The values that the web app finds in its session storage after a journey; read by
 * web/entities/account/social-sign-in.ts.
 */
type Handover = { social_token?: string; social_claim?: string; saved_route?: string };

/** Where the browser goes, and what it takes with it. */
type Landing = { to: string; language: Language; handover: Handover };

/**
 * `GET /auth/twitter/callback`: where X sends people back to. Responds with a page that only puts the result into session
 * storage, where no other site and no log sees it, and continues to the web app.
 */
export function twitterCallback({
  twitter,
  cookies,
}: Pick<Identity, "twitter" | "cookies">): FastifyPluginAsync {
  return async (app) => {
    app.get("/auth/twitter/callback", { exposeHeadRoute: false }, async (request, reply) => {
      const query = new URL(request.url, "http://here").searchParams;
      const device = cookies.deviceOf({ cookie: (name) => readCookie(request.headers.cookie, name) });
      const finished = await twitter.finish(browserOf(request.headers.cookie), query, {
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
        device,
      });
      if (!finished.ok && finished.refusal.code === "failed")
        request.log.warn({ reason: finished.refusal.reason }, "signing in with X failed");
      const landing = finished.ok ? landingOf(finished) : refusedLanding(finished.refusal);
      const nonce = randomBytes(16).toString("base64");
      return reply
        .header("set-cookie", [
          browserCookie("", 0, request.protocol === "https"),
          ...(finished.ok && finished.kind === "signed_in" ? cookies.opened(finished.session, device) : []),
        ])
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .header("content-security-policy", `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'`)
        .type("text/html; charset=utf-8")
        .send(page(landing, nonce));
    });
  };
}

function landingOf(finished: Finished): Landing {
  const { language } = finished;
  const route = pagePath(finished.route);
  const saved = route === null ? {} : { saved_route: route };
  if (finished.kind === "signed_in")
    return { to: "/", language, handover: { social_token: finished.session.token, ...saved } };
  const { kind, claim, handle } = finished;
  const outcome = { kind, claim, handle, ...(finished.kind === "newcomer" ? newcomerDetails(finished) : {}) };
  const handover = { social_claim: JSON.stringify(outcome) };
  if (kind === "connect") return { to: route ?? "/", language, handover };
  return { to: kind === "newcomer" ? "/" : "/login", language, handover: { ...handover, ...saved } };
}

/** A page of this site to return to: nobody is sent to the API or back into signing in. */
function pagePath(route: string | null): string | null {
  const path = sameSitePath(route);
  return path !== null && /^\/(api|auth|service|login|register)([/?#]|$)/i.test(path) ? null : path;
}

function newcomerDetails({ login, email }: Finished & { kind: "newcomer" }) {
  return { login, email };
}

function refusedLanding(refusal: FinishRefusal): Landing {
  if (refusal.code === "unknown_start") return { to: "/?twitter=loginFalse", language: "en", handover: {} };
  return { to: refusedAddress(refusal.code, refusal), language: refusal.language, handover: {} };
}

/** Where a journey leads that did not succeed, or did not begin. The web app shows what `twitter=` means and removes it. */
export function refusedAddress(
  code: FinishRefusal["code"] | StartRefusal["code"],
  { connect, route }: { connect: boolean; route: string | null },
): string {
  const base = new URL((connect ? pagePath(route) : null) ?? "/", "http://here");
  base.searchParams.set("twitter", outcomes[code] ?? "loginFalse");
  return base.pathname + base.search;
}

/** The outcomes with a sentence of their own. */
const outcomes: Partial<Record<FinishRefusal["code"] | StartRefusal["code"], string>> = {
  blocked: "blocked",
  too_many: "tooMany",
};

const texts = {
  en: { title: "Back to {site}", go: "Continue to {site}" },
  es: { title: "De vuelta a {site}", go: "Seguir a {site}" },
} as const;

function page({ to, language, handover }: Landing, nonce: string): string {
  const w = texts[language];
  const script = `const kept = ${inScript(handover)};
for (const name in kept) sessionStorage.setItem(name, kept[name]);
location.replace(${inScript(to)});`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(fill(w.title))}</title>
</head>
<body>
<script nonce="${nonce}">${script}</script>
<noscript><a href="/">${escapeHtml(fill(w.go))}</a></noscript>
</body>
</html>`;
}

/** JSON that cannot end the script it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

const name = "twitter_start";
const path = "/auth/twitter";

/**
 * The cookie that binds an OAuth flow to the browser that started it. `Lax`: the way back is a navigation from another
 * site. Zero seconds delete it.
 */
export function browserCookie(secret: string, seconds: number, secure: boolean): string {
  return `${name}=${secret}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
}

/** The secret of the browser in a `Cookie` header, or null. */
export function browserOf(header: string | undefined): string | null {
  const secret = readCookie(header, name);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null;
}
