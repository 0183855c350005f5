import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { Role } from "#server/rooms/rooms.ts";
import type { ShowsNeeds } from "./needs.ts";
import type { ShowTables } from "./store/tables.ts";

type Needs = Pick<ShowsNeeds, "accounts"> & { db: Database };

/**
 * The shows that a person was in, and the promos that were given; models get those that they gave, and of spies when and
 * for how many tokens, never who.
 */
export function showAreas({ db, accounts }: Needs, { id, role }: { id: number; role: string }): ExportArea[] {
  if (role !== "fan" && role !== "model") return [];
  const mine = db.$extendTables<ShowTables>();
  const [own, other] = role === "fan" ? (["fan_id", "model_id"] as const) : (["model_id", "fan_id"] as const);
  const named = async <Row extends { with: number | null }>(rows: Row[]) => {
    const names = await accounts.shownNames(db, [...new Set(rows.flatMap((row) => row.with ?? []))]);
    return rows.map((row) => ({ ...row, with: names.get(row.with ?? 0) ?? null }));
  };
  const unlessSpied = <Row extends { role: Role; with: number }>(row: Row) =>
    role === "model" && row.role === "spy" ? { ...row, with: null } : row;
  const shows = async () => {
    const rows = await mine
      .selectFrom("live.participant as show")
      .innerJoin("live.session as session", "session.id", "show.session_id")
      .select(["show.started_at", "show.ended_at", "session.mode", "show.role", `show.${other} as with`])
      .select(["show.served_ms", "show.rate", "show.spent", "show.end_reason"])
      // A model never learns how one fan rated the show.
      .$if(role === "fan", (query) => query.select("show.rating"))
      .where(`show.${own}`, "=", id)
      .orderBy("show.id", "desc")
      .limit(exportRowsMax)
      .execute();
    return named(rows.map(unlessSpied));
  };
  const promos = async () =>
    named(
      await mine
        .selectFrom("shows.promo_link")
        .select([
          "created_at",
          "expires_at",
          `${other} as with`,
          "email",
          "duration_s",
          "used_s",
          "withdrawn",
        ])
        .where(own, "=", id)
        .orderBy("id", "desc")
        .limit(exportRowsMax)
        .execute(),
    );
  return [
    { name: "shows", rows: shows },
    { name: "promo-links", rows: promos },
  ];
}
