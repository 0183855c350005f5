import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ShowsNeeds } from "./needs.ts";
import { forgetAnswers } from "./store/answers-store.ts";
import { holdsWithModel } from "./store/show-payments-store.ts";

type Person = { id: number; role: string };
type ForgetNeeds = Pick<ShowsNeeds, "wallet">;

/** Tokens for shows with a model were set aside by the model's name: hides it. Safe to repeat. */
export async function hideName(tx: Tx, { wallet }: ForgetNeeds, { id, role }: Person): Promise<void> {
  if (role === "model") await wallet.hideNameOfHolds(tx, await holdsWithModel(tx, id));
}

/** A show is charged by the minute: a hold has one movement for each. */
const holdsInPart = 100;

/** Forgets a model's name beside what was set aside for their shows, in parts, before {@link forgetPerson}. Safe to repeat. */
export function forgetNameBesideHolds({ db, wallet }: Pick<ShowsNeeds, "db" | "wallet">) {
  return async ({ id, role }: Person): Promise<void> => {
    if (role !== "model") return;
    const holds = await holdsWithModel(db, id);
    for (let from = 0; from < holds.length; from += holdsInPart) {
      const part = holds.slice(from, from + holdsInPart);
      await inTransaction(db, (tx) => wallet.forgetWordsOfHolds(tx, part));
    }
  };
}

/** Forgets what a person answered, and of a model what they were called in their shows. Safe to repeat. */
export async function forgetPerson(tx: Tx, { wallet }: ForgetNeeds, { id, role }: Person): Promise<void> {
  await forgetAnswers(tx, id);
  if (role !== "model") return;
  await wallet.forgetWordsOfHolds(tx, await holdsWithModel(tx, id));
  await sql`
    update live.participant set model_name = null
    where model_id = ${id} and model_name is not null`.execute(tx);
}
