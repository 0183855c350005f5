import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";

type Person = { id: number; email?: string | null };

/** Withdraws every promo that a person made or was given. Safe to repeat. */
export async function withdrawPromos(tx: Tx, { id }: Person, at: Date): Promise<void> {
  await sql`
    update shows.promo_link set closed_at = ${at}, withdrawn = true
     where (fan_id = ${id} or model_id = ${id}) and closed_at is null`.execute(tx);
}

/** Forgets the addresses that a person was invited by or has invited. Safe to repeat. */
export async function forgetPromoEmails(tx: Tx, { id, email }: Person): Promise<void> {
  await sql`
    update shows.promo_link set email = ''
     where (fan_id = ${id} or model_id = ${id} or email = ${email?.toLowerCase() ?? null}) and email <> ''`.execute(
    tx,
  );
}

/** Forgets the addresses of links that have opened nothing since an instant. */
export async function trimLinks(tx: Tx, before: Date): Promise<void> {
  await sql`
    update shows.promo_link set email = ''
     where email <> '' and least(expires_at, closed_at) < ${before}`.execute(tx);
}
