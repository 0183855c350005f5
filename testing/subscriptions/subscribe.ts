import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/database/database.ts";
import type { Person } from "#testing/app/test-app.ts";

/** The terms that the fan of an imported subscription read. */
export const agreedElsewhere = {
  language: "en",
  text: "I agree to be charged $9.99 now and every 30 days until I cancel.",
} as const;

/** Makes a fan a model's subscriber until a moment, as a paid form would. */
export async function subscribe(db: Database, fan: Person, model: Person, until: Date): Promise<void> {
  const reference = randomUUID();
  await sql`
    with ordered as (
      insert into subscriptions.subscription
        (reference, fan_id, model_id, months, price_cents, currency, free_tokens, gateway, offer_id, terms_version, accepted_at,
         accepted_address, created_at, updated_at)
      values
        (${reference}, ${fan.id}, ${model.id}, 1, 999, 'USD', 0, 'test', 'month', '1', now(), '127.0.0.1', now(), now())
      returning *)
    insert into subscriptions.agreement
      (subscription_id, price_cents, currency, free_tokens, offer_id, period_days, language, text, terms_version,
       accepted_at, accepted_address)
    select id, price_cents, currency, free_tokens, offer_id, 30, 'en', ${agreedElsewhere.text}, terms_version,
      accepted_at, accepted_address
    from ordered`.execute(db);
  await sql`
    update subscriptions.subscription set state = 'running', started_at = ${until}::timestamptz - interval '30 days',
      expire_at = ${until} where reference = ${reference}`.execute(db);
}
