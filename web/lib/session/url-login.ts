/** A sign-in that came in an address: `?token=…&model=…`. */
export type UrlLogin = {
  token: string | null;
  /** A model's page to go on to; null when the address names none, or none that could be one. */
  model: string | null;
  /** The address without both parameters; all others stay, in their order. */
  rest: { path: string; query: string };
};

/** Pages whose own parameters have these names. */
const ownToken =
  /^\/(auth\/)?lost-?password\/?$|^\/(confirm-email|auth\/email\/confirm)\/?$|^\/fan\/promostream(\/|$)/i;
const ownModel = /^\/(auth\/)?register\/?$|^\/(admin|model)(\/|$)/i;
const slugShape = /^[a-z0-9]{3,30}$/i;

/** Reads an address (path and query); null when it asks for no sign-in. */
export function readUrlLogin(address: string): UrlLogin | null {
  const { pathname, search } = new URL(address, "http://here.invalid");
  const query = new URLSearchParams(search);
  const mine = ownModel.test(pathname) ? ["token"] : ["token", "model"];
  if (ownToken.test(pathname) || !mine.some((name) => query.has(name))) return null;
  const token = query.get("token");
  const model = mine.includes("model") ? query.get("model") : null;
  return {
    token: token === "" ? null : token,
    model: model !== null && slugShape.test(model) ? model : null,
    rest: { path: pathname, query: without(search, mine) },
  };
}

/**
 * Where such an address leads: to the model it names; without a good token (`accepted` false) to itself; else it stays
 * on a chat or a model's page, returns to `routeBack`, or goes home.
 */
export function urlLoginTarget(login: UrlLogin, accepted: boolean, routeBack: string | null): string {
  const { path, query } = login.rest;
  if (login.model !== null) return `/${login.model}${query}`;
  if (!accepted || isChat(path) || isModelPage(path)) return path + query;
  // A parameter that was a page's own would be a sign-in's at home.
  return routeBack ?? `/${without(query, ["token", "model"])}`;
}

function isChat(path: string): boolean {
  return /^\/chat(\/|$)/i.test(path);
}

/** Every page of one part that no model can have: the names of our own pages are reserved. */
const ownPages = new Set(
  `login logout register lost-password preferences favorite trending videos allposts settings favorites-models subscription-models my-videos notifications chat
  payment-request terms-of-service usc-2257 privacy-policy anti-human-trafficking-policy compliance-policy
  creator-agreement contact content-removal`.split(/\s+/),
);

/** Can this be a model's own page, `/{slug}`? */
export function isModelPage(path: string): boolean {
  const name = /^\/([^/]+)\/?$/.exec(path)?.[1]?.toLowerCase();
  return name !== undefined && slugShape.test(name) && !ownPages.has(name);
}

function without(search: string, names: readonly string[]): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !names.includes(nameOf(pair)));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

function nameOf(pair: string): string {
  const raw = pair.split("=", 1)[0] ?? "";
  return new URLSearchParams(`${raw}=`).keys().next().value ?? raw;
}
