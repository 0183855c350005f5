import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { ShowsNeeds } from "./needs.ts";
import type { ShowTables } from "./store/tables.ts";

type Needs = Pick<ShowsNeeds, "accounts"> & { db: Database };

/** The shows that a person was in, and the promos that were given; models get those that they gave. */
export function exportAreas(
  { db, accounts }: Needs,
  { id, role }: { id: number; role: string },
): ExportArea[] {
  if (role !== "fan" && role !== "model") return [];
  const mine = db.$extendTables<ShowTables>();
  const [own, other] = role === "fan" ? (["fan_id", "model_id"] as const) : (["model_id", "fan_id"] as const);
  const named = async <Row extends { with: number | null }>(rows: Row[]) => {
    const names = await accounts.logins(db, [...new Set(rows.flatMap((row) => row.with ?? []))]);
    return rows.map((row) => ({ ...row, with: names.get(row.with ?? 0) ?? null }));
  };
  const shows = async () =>
    named(
      await mine
        .selectFrom("shows.show")
        .select(["started_at", "ended_at", "type", `${other} as with`, "served_ms", "end_reason"])
        .where(own, "=", id)
        .orderBy("id", "desc")
        .limit(exportRowsMax)
        .execute(),
    );
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
