import type { Priority } from "#server/kit/http/admission.ts";

/** Answered however late the process is: whether it lives, and what a page that is open already is made of. */
const always = new Set(["GET /healthz", "GET /readyz", "GET /metrics", "GET /assets/*", "GET /files/*"]);

/**
 * Refused last, because it ends or finishes something: money that a gateway has taken, a stream or a show that runs, a
 * session that its owner wants to end; and what staff and models need to keep order.
 */
const finish = new Set([
  "POST /service/payments/callback/:gateway",
  "POST /service/subscriptions/notice/:gateway",
  "GET /api/payments/status/:id",
  "POST /api/payments/cancel-subscription/:id",
  "POST /api/fan/unsubscribe-model",
  "POST /api/fan/leave-show",
  "POST /api/studio/end-show",
  "POST /api/studio/stop",
  "POST /api/studio/ban",
  "POST /whip/:slug",
  "PATCH /whip/:slug/:sessionId",
  "DELETE /whip/:slug/:sessionId",
  "DELETE /whep/:slug/:sessionId",
  "POST /api/web_logout",
  "POST /auth/logout",
  "POST /api/fan/end-session",
  "POST /api/fan/end-sessions",
  "POST /api/fan/block-user",
  "POST /stop-notices/:code",
]);

/** The requests that are refused first under pressure; a route that is not named is new work. */
export function priorityOf(route: string): Priority {
  if (always.has(route)) return "always";
  return finish.has(route) || /^(GET|POST) \/api\/admin\//.test(route) ? "finish" : "new";
}

/** The routes that are named above. */
export const namedRoutes: readonly string[] = [...always, ...finish];
