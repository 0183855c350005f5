import type { Person, TestApp } from "#testing/app/test-app.ts";

/** The callers in the roles matrix. `fan` and `model` own what a call names; the others try to get at it. */
export type Caller = "guest" | "fan" | "otherFan" | "model" | "otherModel" | "admin";

/** The owners come last: what they get then also shows that those before them changed nothing. */
export const callers = ["guest", "admin", "otherFan", "otherModel", "model", "fan"] as const;

/** The people of the matrix, and the application they call. */
export type Actors = { app: TestApp } & Readonly<Record<Exclude<Caller, "guest">, Person>>;

/** Brings fresh people: a fan with 1,000 tokens, another fan, two models with rooms, and staff. */
export async function createActors(app: TestApp): Promise<Actors> {
  const [fan, otherFan] = [await app.fan(1000), await app.fan()];
  const [model, otherModel] = [await app.model(), await app.model()];
  return { app, fan, otherFan, model, otherModel, admin: await app.staff() };
}
