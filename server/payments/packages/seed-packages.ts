import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { inPayments } from "../store/tables.ts";

type Seed = {
  base: number;
  bonus: number;
  cents: number;
  en: string;
  es: string;
  mark?: "popular" | "best_value" | "promoted";
};

const seeds: readonly Seed[] = [
  { base: 100, bonus: 0, cents: 1099, en: "A first taste", es: "Para empezar" },
  {
    base: 225,
    bonus: 25,
    cents: 2499,
    en: "An evening of chat and tips",
    es: "Una noche de charla y propinas",
    mark: "promoted",
  },
  {
    base: 425,
    bonus: 75,
    cents: 4699,
    en: "What most fans choose",
    es: "Lo que elige la mayoría",
    mark: "popular",
  },
  { base: 825, bonus: 175, cents: 8999, en: "Room for private shows", es: "Para shows privados" },
  { base: 1925, bonus: 575, cents: 20999, en: "For your favorites", es: "Para tus favoritas" },
  {
    base: 3650,
    bonus: 1350,
    cents: 39999,
    en: "The most tokens for your money",
    es: "Más tokens por tu dinero",
    mark: "best_value",
  },
];

/** Puts the first packages on sale when there are none. Never changes existing rows. */
export async function seedPackages(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`lock table payments.token_package in share row exclusive mode`.execute(tx);
    const [known] = await readRows(tx, sql`select 1 from payments.token_package limit 1`);
    if (known) return;
    await inPayments(tx).insertInto("payments.token_package").values(seeds.map(toRow)).execute();
  });
}

function toRow({ base, bonus, cents, en, es, mark }: Seed, index: number) {
  const tokens = base + bonus;
  return {
    position: index + 1,
    label_en: `${tokens.toLocaleString("en-US")} Tokens`,
    label_es: `${tokens.toLocaleString("es-CO")} tokens`,
    description_en: en,
    description_es: es,
    base_tokens: base,
    bonus_tokens: bonus,
    price_cents: cents,
    popular: mark === "popular",
    best_value: mark === "best_value",
    promoted: mark === "promoted",
  };
}
