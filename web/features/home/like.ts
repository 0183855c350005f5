import type { QueryClient } from "@tanstack/react-query";
import type { ModelCard } from "#contract/catalog.ts";
import { likedChanged } from "#web/entities/room/patch-rooms.ts";
import type { RoomsData } from "#web/entities/room/rooms-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Turns the heart of a card around: shown at once, taken back when the server refuses. */
export async function changeLike(client: QueryClient, { id, liked }: ModelCard): Promise<void> {
  const show = (shown: boolean) =>
    client.setQueriesData<RoomsData>(
      { queryKey: ["rooms"] },
      (data) => data && likedChanged(data, id, shown),
    );
  show(!liked);
  const call = liked ? "POST /api/fan/disliked-model" : "POST /api/fan/liked-model";
  const answer = await browserApi.call(call, { body: { model_id: id } });
  if (answer.status === 200) {
    // Looked at again, the favourites are asked for anew; while they are looked at, a card stays for a change of mind.
    await client.invalidateQueries({ queryKey: ["rooms", "favorites"], refetchType: "none" });
    return;
  }
  show(liked);
  toast({ kind: "error", text: m.home_like_failed() });
}
