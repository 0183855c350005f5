import type { FastifyInstance } from "fastify";
import type { notificationsContract } from "#contract/notifications.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import { fieldProblem, problem } from "#server/kit/http/problem.ts";
import type { Notifications } from "./notifications.ts";

/** The notifications part of the contract. */
export function notificationRoutes(notifications: Notifications): Handlers<typeof notificationsContract> {
  return {
    "POST /api/fan/notify-model": async ({ body: { model_id, notify } }, call) => {
      const order = { fanId: call.viewer.userId, modelId: model_id };
      const set = await notifications.notify(notify === undefined ? order : { ...order, notify });
      if (!set.ok) return problem(call, set.refusal);
      return { status: 200, body: { success: true, notified: set.notified } };
    },
    "POST /api/fan/await-public": async ({ body: { model_id, tell } }, call) => {
      const set = await notifications.awaitPublic({ fanId: call.viewer.userId, modelId: model_id, tell });
      return set.ok ? { status: 200, body: { success: true } } : problem(call, set.refusal);
    },
    "GET /api/fan/notification-settings": async (_input, { viewer }) => ({
      status: 200,
      body: await notifications.settings(viewer.userId),
    }),
    "POST /api/fan/notification-settings": async ({ body }, call) => {
      const changed = await notifications.changeSettings(call.viewer.userId, body);
      if (changed.ok) return { status: 200, body: changed.settings };
      return fieldProblem(call, changed.refusal, changed.refusal === "no_quiet_time" ? "quiet" : "time_zone");
    },
    "POST /api/fan/mute-model": async ({ body: { model_id, muted } }, call) => {
      const done = await notifications.muteModel({ fanId: call.viewer.userId, modelId: model_id, muted });
      return done.ok ? { status: 200, body: done.settings } : problem(call, done.refusal);
    },
    "GET /api/fan/notifications": async ({ query }, { viewer }) => ({
      status: 200,
      body: await notifications.view(viewer.userId, query.before),
    }),
    "POST /api/fan/notifications/read": async ({ body }, { viewer }) => ({
      status: 200,
      body: { success: true, unread: await notifications.read(viewer.userId, body.up_to) },
    }),
    "GET /api/notices/{code}": async ({ params }, call) => {
      const found = await notifications.offer(params.code);
      if (!found.ok) return problem(call, found.refusal);
      const { about, model, notified } = found;
      return { status: 200, body: { about, model, notified } };
    },
  };
}

const bodyMaxBytes = 1024;

/**
 * `POST /stop-notices/{code}`: the unsubscribe link of an email. An email client sends `List-Unsubscribe=One-Click` and must not
 * be redirected (RFC 8058); the page's own form is redirected back to it.
 */
export function unsubscribeRoute(notifications: Pick<Notifications, "stop">) {
  return async (http: FastifyInstance): Promise<void> => {
    http.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: bodyMaxBytes },
      (_request, body, done) => done(null, String(body)),
    );
    http.post<{ Params: { code: string } }>("/stop-notices/:code", async ({ params, body }, reply) => {
      reply.header("cache-control", "no-store");
      const stopped = await notifications.stop(params.code);
      if (!stopped.ok) return reply.code(404).type("text/plain; charset=utf-8").send("");
      if (typeof body === "string" && body.includes("One-Click"))
        return reply.code(200).type("text/plain; charset=utf-8").send("");
      return reply.redirect(`/stop-notices/${encodeURIComponent(params.code)}`, 303);
    });
  };
}
