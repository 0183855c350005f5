import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOverload, waitingAtMost } from "#server/kit/database/wait-budget.ts";
import { isInProcess } from "#server/kit/http/connections.ts";
import type { Level, Pressure } from "../overload/pressure.ts";
import { refuseOverloaded } from "./refuse-overloaded.ts";

/**
 * The order in which requests are refused. `new` work under any pressure; a request that `finish`es or ends something
 * begun only when nothing else helps; one that must `always` be answered never.
 */
export type Priority = "new" | "finish" | "always";

export type AdmissionNeeds = {
  pressure: Pick<Pressure, "level">;
  /** The priority of a route as `METHOD /path`, in the order of refusal. */
  priorityOf(route: string): Priority;
  /** Called at each refusal. */
  onRefused?(): void;
  /** How long new work may wait for database connections in all before it is refused. */
  waitMsMax: number;
};

const isRefusedAt: Readonly<Record<Level, (priority: Priority) => boolean>> = {
  none: () => false,
  high: (priority) => priority === "new",
  extreme: (priority) => priority !== "always",
};

/**
 * Refuses requests on arrival while this process is late, and lets admitted ones wait for the database for a
 * short time only: then they are refused too, with nothing done. Calls that a page makes while it is rendered were let
 * in with the page. Add it before what a refused request should not cost, such as limits by address.
 */
export function admitByPressure(app: FastifyInstance, needs: AdmissionNeeds): void {
  const priorityOf = ({ method, routeOptions }: FastifyRequest) =>
    routeOptions.config?.priority ??
    needs.priorityOf(`${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`);
  app.addHook("onRequest", async (request, reply) => {
    if (isInProcess(request)) return;
    if (!isRefusedAt[needs.pressure.level()](priorityOf(request))) return;
    needs.onRefused?.();
    return refuseOverloaded(request, reply);
  });
  const within = (request: FastifyRequest, work: () => void) => {
    // A body that has been sent for minutes is not thrown away for a second's wait.
    const hasBegun = isInProcess(request) || request.routeOptions.config?.bodyMayTakeLong === true;
    if (hasBegun || priorityOf(request) !== "new") work();
    else waitingAtMost(needs.waitMsMax, work);
  };
  app.addHook("onRequest", (request, _reply, done) => within(request, done));
  // Once more, because reading the body leaves the context of the hooks before it.
  app.addHook("preHandler", (request, _reply, done) => within(request, done));
}

/** Answers an error that means that there was too much to do; null for every other error. */
export function answerOverload(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  return isOverload(error) ? refuseOverloaded(request, reply) : null;
}
