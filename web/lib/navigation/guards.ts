import { type MiddlewareFunction, redirect } from "react-router";
import type { Role } from "#contract/endpoint.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import { decodedPath } from "./decoded-path.ts";
import { savedRouteHeaders } from "./saved-route.ts";

/** The facts that a guard knows about the person who wants to go somewhere. */
export type Visitor = { signedIn: boolean; expired: boolean; role: Role | null };

export type Decision =
  | { kind: "pass" }
  /** `save`: the wanted path is kept, to return there after signing in. `clear`: everything stored is forgotten. */
  | { kind: "redirect"; to: string; save?: string; clear?: true };

export const studioPath = "/model/update-model-profile";
/** Every page of the studio has an address under this one; moving between them ends nothing. */
export const isInStudio = (path: string): boolean => /^\/model(\/|$)/i.test(decodedPath(path));

export const staffPath = "/admin/models";

const guestOnly = /^\/(login|register|lost-password)\/?$/i;
/** A user who follows the link in a password email may already be signed in here. */
const mailedLink = /^\/lost-password\/?\?(.*&)?token=/i;
/**
 * Addresses of several parts that belong to fans; those of one part all do, but for the next list. Promo links are not among
 * them: the page itself explains a refusal.
 */
const fanFolders =
  /^\/(settings|videos|allposts|favorites-models|subscription-models|my-videos|notifications|chat|stream|receipts|directa)\//i;
const forEverybody =
  /^\/(terms-of-service|usc-2257|privacy-policy|anti-human-trafficking-policy|compliance-policy|creator-agreement|contact|content-removal|confirm-email|continue-as|preferences)\/?$/i;
const areaOf: Partial<Record<Role, RegExp>> = { model: /^\/model(\/|$)/i, admin: /^\/admin(\/|$)/i };
const letPass: Decision = { kind: "pass" };

/**
 * Whether a person may open a page, and where they go otherwise. `path` is path, query and hash. An expired session
 * is decided first and goes home; only then a missing one goes to sign in. Models and staff have areas of their own
 * and are led out of the fans'.
 */
export function decideAccess(path: string, visitor: Visitor): Decision {
  const [asked = "/"] = path.split(/[?#]/, 1);
  const name = decodedPath(asked);
  if (visitor.expired) return name === "/" ? letPass : { kind: "redirect", to: "/", clear: true };
  if (!visitor.signedIn)
    return privatePages.test(name) ? { kind: "redirect", to: "/login", save: path } : letPass;
  if (mailedLink.test(name + path.slice(asked.length))) return letPass;
  const role = visitor.role ?? "fan";
  const ownArea = areaOf[role]?.test(name) ?? false;
  const mayStay = role === "fan" ? !isAreaOfWork(name) && !guestOnly.test(name) : ownArea || isNobodys(name);
  return mayStay ? letPass : { kind: "redirect", to: homeOf(role) };
}

/** Where a person of this role begins. */
export function homeOf(role: Role): string {
  if (role === "model") return studioPath;
  return role === "admin" ? staffPath : "/";
}

function isAreaOfWork(name: string): boolean {
  return Object.values(areaOf).some((area) => area.test(name));
}

/** Pages that are not the fans' alone: the legal ones, and addresses that lead nowhere. */
function isNobodys(name: string): boolean {
  const onePart = /^\/[^/]*\/?$/.test(name);
  return forEverybody.test(name) || !(onePart || fanFolders.test(name) || isAreaOfWork(name));
}

const privatePages =
  /^\/(settings|favorites-models|subscription-models|my-videos|notifications|chat|stream|receipts|promo-stream|model|admin)(\/|$)/i;

/** Is this path closed to guests? */
export function isPrivate(path: string): boolean {
  return privatePages.test(decodedPath(path));
}

/**
 * Guards documents and data requests on the server. A person whose profile cannot be read now is still signed in: they
 * are asked to come back, not to sign in again.
 */
export const guardOnServer: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const { viewer, expired, session, limited } = context.get(requestContext);
  if (viewer === null && session === "alive" && isPrivate(url.pathname))
    throw new Response(m.error_account_unread(), {
      status: limited ? 429 : 503,
      headers: { "retry-after": "5" },
    });
  const visitor = {
    signedIn: viewer !== null,
    expired,
    role: viewer?.role ?? null,
  };
  const decision = decideAccess(url.pathname + url.search, visitor);
  if (decision.kind === "pass") return next();
  const headers = decision.save ? savedRouteHeaders(decision.save, url) : undefined;
  throw redirect(decision.to, { headers });
};
