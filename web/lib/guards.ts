import type { Role } from "#contract/endpoint.ts";

/** What a guard knows of the person who wants to go somewhere. */
export type Visitor = { signedIn: boolean; expired: boolean; role: Role | null };

export type Decision =
  | { kind: "pass" }
  /** `save`: the wanted path is kept, to return there after signing in. `clear`: everything stored is forgotten. */
  | { kind: "redirect"; to: string; save?: string; clear?: true };

export const STUDIO_PATH = "/model/update-model-profile";

const PRIVATE = /^\/(stream|model)(\/|$)/i;
const GUEST_ONLY = /^\/(login|register)\/?$/i;
const FAN_AREA = /^\/$|^\/stream(\/|$)/i;
const STUDIO = /^\/model(\/|$)/i;
const PASS: Decision = { kind: "pass" };

/**
 * Whether a person may open a page, and where they go otherwise. `path` is path, query and hash. An expired session
 * is decided first and goes home; only then a missing one goes to sign in.
 */
export function decideAccess(path: string, visitor: Visitor): Decision {
  const name = path.split(/[?#]/, 1)[0] ?? "/";
  if (visitor.expired) return name === "/" ? PASS : { kind: "redirect", to: "/", clear: true };
  if (!visitor.signedIn) return PRIVATE.test(name) ? { kind: "redirect", to: "/login", save: path } : PASS;
  const home = visitor.role === "model" ? STUDIO_PATH : "/";
  if (GUEST_ONLY.test(name)) return { kind: "redirect", to: home };
  if (visitor.role === "model") return FAN_AREA.test(name) ? { kind: "redirect", to: STUDIO_PATH } : PASS;
  return STUDIO.test(name) ? { kind: "redirect", to: "/" } : PASS;
}
