import { type QueryExecutorProvider, sql } from "kysely";
import { randomName } from "#testing/random-name.ts";
import type { Person } from "./caller.ts";
import { listModel } from "./list-model.ts";
import type { TestApp } from "./test-app.ts";

/** A person who registered with a password and an email. */
export type Member = Person & { email: string; password: string };

let visitors = 0;
/** An address that nobody has used: limits by address do not count tests together. */
export function freshAddress(): Record<string, string> {
  visitors += 1;
  return { "x-forwarded-for": `10.9.${visitors >> 8}.${visitors & 255}` };
}

/** Registers somebody through the API; `more` goes into the form. */
export async function registerMember(
  app: Pick<TestApp, "call">,
  language: "en" | "es" = "en",
  model = false,
  more: object = {},
): Promise<Member> {
  const login = `m${randomName()}`;
  const [email, password] = [`${login}@example.test`, "correct horse"];
  const body = {
    login,
    email,
    password,
    password_confirmation: password,
    over_18: true,
    accept_terms: true,
    accept_privacy: true,
    language,
    ...(model ? { model, accept_creator_agreement: true } : {}),
    ...more,
  };
  const answer = await app.call("POST", "/auth/register", { body, headers: freshAddress() });
  if (answer.status !== 201) throw new Error(`not registered: ${JSON.stringify(answer.body)}`);
  return { id: Number(answer.body.fan_id), login, email, password, token: String(answer.body.accessToken) };
}

/** Registers a model whom everybody finds at once, as if staff had approved their page. */
export async function registerListedModel(
  app: Pick<TestApp, "call">,
  database: QueryExecutorProvider,
  language: "en" | "es" = "en",
): Promise<Member> {
  const model = await registerMember(app, language, true);
  await listModel(database, model.id);
  return model;
}

/** Confirms the address of an account, as its owner does by the link of a mail. */
export async function confirmEmailOf(
  database: QueryExecutorProvider,
  { id }: Pick<Person, "id">,
): Promise<void> {
  await sql`update accounts.account set validation = 'confirmed', status = 'active' where id = ${id}`.execute(
    database,
  );
}

/** Signs a member in once more, as from another browser. */
export async function signInAgain(app: Pick<TestApp, "call">, { login }: Member, password: string) {
  return app.call("POST", "/api/web_login", { body: { login, password }, headers: freshAddress() });
}
