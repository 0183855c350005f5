/** Where older addresses of a page of ours lead, by its old name; a function takes what it needs out of the query. */
type Target = string | ((take: (name: string) => string | null) => string);

const slugShape = /^[a-z0-9]{3,30}$/i;
const promoToken = /^[\w-]{1,200}$/;

/** `fits` guards what is put into a path: nothing from a query may change where the path leads. */
const withPart =
  (folder: string, names: readonly string[], fits: RegExp, without: string): Target =>
  (take) => {
    const part = names.map(take).find((value) => value !== null) ?? null;
    return part !== null && fits.test(part) ? `${folder}/${part}` : without;
  };

const targets: Readonly<Record<string, Target>> = {
  "auth/login": "/login",
  "auth/register": "/register",
  "auth/email/confirm": "/confirm-email",
  "auth/lostpassword": "/lost-password",
  "fan/chat": "/chat",
  "fan/chatroom": withPart("/chat", ["id", "chat_id"], /^\d{1,16}$/, "/chat"),
  "fan/favorites": "/favorites-models",
  "fan/myvideos": "/my-videos",
  "fan/paymentrequest": "/payment-request",
  "fan/promostream": withPart("/promo-stream", ["token"], promoToken, "/"),
  "fan/settings": "/settings",
  "fan/stream": withPart("/stream", ["slug"], slugShape, "/"),
  "fan/subscription": "/subscription-models",
  "fan/billing/directa24/cancelledpayment": "/directa/cancelled-payment",
  "fan/billing/directa24/failedpayment": "/directa/failed-payment",
  "fan/billing/directa24/successfulpayment": "/directa/successful-payment",
  "global/videochatrooms": "/",
  "global/trending": "/trending",
  "global/trendingold": "/trending",
  "global/videos": "/videos",
  "global/posts": "/allposts",
  "global/modelprofile": withPart("", ["slug"], slugShape, "/"),
  "global/termsofservice": "/terms-of-service",
  "global/usc2257": "/usc-2257",
  "global/privacypolicy": "/privacy-policy",
  "global/antihumantraffickingpolicy": "/anti-human-trafficking-policy",
  "global/compliancepolicy": "/compliance-policy",
  "global/creatoragreement": "/creator-agreement",
  "global/contact": "/contact",
  "global/contentremoval": "/content-removal",
};

/** Older addresses whose last part names what is opened: `/fan/Stream/luna`. */
const lastPart: Readonly<Record<string, string>> = {
  "fan/chatroom": "id",
  "fan/promostream": "token",
  "fan/stream": "slug",
  "global/modelprofile": "slug",
};

/**
 * The page that serves an older address (path and query, any case), with the rest of its query and its hash; null when
 * it is none of ours.
 */
export function legacyTarget(address: string): string | null {
  const url = new URL(address, "http://here.invalid");
  const { name, part } = splitName(url.pathname);
  const target = targets[name];
  if (target === undefined) return null;
  if (typeof target === "string") return target + url.search + url.hash;
  const query = new URLSearchParams(url.search);
  const taken = new Set<string>();
  const path = target((wanted) => {
    if (part !== null && wanted === lastPart[name]) return part;
    if (query.has(wanted)) taken.add(wanted);
    return query.get(wanted);
  });
  return path + without(url.search, taken) + url.hash;
}

function splitName(pathname: string): { name: string; part: string | null } {
  const parts = pathname.split("/").filter((part) => part !== "");
  const name = parts.join("/").toLowerCase();
  const folder = parts.slice(0, -1).join("/").toLowerCase();
  if (targets[name] === undefined && lastPart[folder] !== undefined)
    return { name: folder, part: parts.at(-1) ?? null };
  return { name, part: null };
}

/** The query as it was written, but for some names. */
function without(search: string, taken: ReadonlySet<string>): string {
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !taken.has(pair.split("=", 1)[0] ?? ""));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}
