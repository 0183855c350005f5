import { queryOptions } from "@tanstack/react-query";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { enterPromo, type PromoEntry } from "./enter-promo.ts";
import { promosKey } from "./promo-events.ts";

/**
 * A promo in the query cache, and with it the room of its show while that runs. Events make it be read again; what could
 * not be read again stays as it was.
 */
export function promoQuery(token: string) {
  const queryKey = [...promosKey, token] as const;
  return queryOptions<PromoEntry>({
    queryKey,
    async queryFn({ client, meta }) {
      const api = queryApi(meta);
      // Programs read documents as well: who reads it in a browser's page opens it.
      const entry = await enterPromo(api, token, api === browserApi);
      if (entry.kind === "failed") return client.getQueryData<PromoEntry>(queryKey) ?? entry;
      if (entry.kind === "open" && entry.page.room) {
        const { room } = entry.page;
        const entered: RoomEntry = { kind: "open", room };
        client.setQueryData(roomQuery(room.model.login).queryKey, entered);
      }
      return entry;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A second reading is another reading, even when it is equal: see `useTopic`.
    structuralSharing: false,
  });
}
