import { sql } from "kysely";
import type { Reader } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import { pageSize } from "./list-page.ts";
import { type CardRow, cardRows, hiddenFrom } from "./models-store.ts";
import { andNotApart, fits } from "./room-conditions.ts";

/** One page of the models that a fan likes: those who stream first, then who is here, as in the rooms. */
export async function favoritesPage(
  reader: Reader,
  { fanId, search, page }: { fanId: number; search: string; page: number },
): Promise<{ rows: CardRow[]; total: number; live: number }> {
  const { rows, total } = await pageWithTotal((page - 1) * pageSize, (offset) =>
    search === "" && offset === 0
      ? firstFavorites(reader, { fanId })
      : favorites(reader, { fanId })
          .where(sql<boolean>`${fits(search)}`)
          .offset(sql.lit(offset))
          .execute(),
  );
  return { rows, total, live: Number(rows[0]?.live ?? 0) };
}

const firstFavorites = prepareRead(favorites);

function favorites(reader: Reader, { fanId }: { fanId: number }) {
  const hidden = hiddenFrom(fanId);
  return cardRows(reader, fanId)
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .select(
      sql<number>`count(*) filter (where stream.status <> 'stopped' and not ${hidden}) over ()`.as("live"),
    )
    .where(sql<boolean>`model.listed`)
    .where("liked.fan_id", "is not", null)
    .where(sql<boolean>`true${andNotApart(fanId)}`)
    .orderBy(sql`stream.status = 'stopped' or ${hidden}`)
    .orderBy(sql`case when ${hidden} then 0 else stream.watchers end`, "desc")
    .orderBy("model.online", "desc")
    .orderBy("model.last_connection", (order) => order.desc().nullsLast())
    .orderBy("model.id")
    .limit(sql.lit(pageSize));
}
