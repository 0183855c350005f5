import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Person, TestApp } from "#testing/app/test-app.ts";

/** Fields of a body, as JSON has them. */
export type Body = Record<string, unknown>;

/** The requests of a fan and a model about shows; `who` are the two of the present test. */
export function showCalls(app: TestApp, who: () => { model: Person; fan: Person }) {
  const model = () => who().model;
  const fan = () => who().fan;
  const ask = (as: Person = fan(), body: Body = {}, key: string = randomUUID()) =>
    app.call("POST", "/api/fan/show-requests", {
      as,
      body: { model_id: model().id, mode: "private", rate: 60, ...body },
      key,
    });
  const answer = (id: unknown, body: Body, as: Person = model()) =>
    app.call("POST", `/api/studio/show-requests/${String(id)}`, { as, body });
  return {
    ask,
    answer,
    rates: (body: Body, as: Person = model()) => app.call("POST", "/api/studio/rates", { as, body }),
    requestOf: async (as: Person, id: unknown) =>
      (await app.call("GET", `/api/fan/show-requests/${String(id)}`, { as })).body,
    waitingOf: async (as: Person) => (await app.call("GET", "/api/fan/show-requests", { as })).body.data,
    /** Asked of the module: who asks often over HTTP is refused. */
    showNow: ({ id }: Person) => app.modules.shows.paid.showOfFan(id),
    showOf: async (as: Person) => (await app.call("GET", "/api/fan/show", { as })).body.show as Body | null,
    leave: (as: Person = fan()) => app.call("POST", "/api/fan/leave-show", { as, body: {} }),
    balanceOf: async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).body.balance,
    spy: (as: Person, body: Body = {}, key: string = randomUUID()) =>
      app.call("POST", "/api/fan/spy", { as, body: { model_id: model().id, rate: 20, ...body }, key }),
    enter: (as: Person) => app.call("GET", `/api/stream/${model().login}`, { as }),
    code: ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.code],
    accepted: async (as: Person = fan(), body: Body = {}) => {
      const { id } = (await ask(as, body)).body;
      const done = await answer(id, { accept: true });
      expect(done.status).toBe(200);
      return id;
    },
  };
}
