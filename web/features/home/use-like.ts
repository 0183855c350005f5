import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { likedChanged } from "#web/lib/rooms/patch-rooms.ts";
import type { RoomsData } from "#web/lib/rooms/rooms-query.ts";
import { saveRoute } from "#web/lib/saved-route.ts";
import { useViewer } from "#web/lib/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/** Puts a model on the favourites or takes her off: shown at once, taken back when the server refuses. */
export function useLike(): (card: ModelCard) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const show = (id: number, liked: boolean) =>
    client.setQueriesData<RoomsData>(
      { queryKey: ["rooms"] },
      (data) => data && likedChanged(data, id, liked),
    );
  return async ({ id, liked }) => {
    if (!signedIn) {
      saveRoute("/");
      await navigate("/login");
      return;
    }
    show(id, !liked);
    const call = liked ? "POST /api/fan/disliked-model" : "POST /api/fan/liked-model";
    const answer = await browserApi.call(call, { body: { model_id: id } });
    if (answer.status === 200) return;
    show(id, liked);
    toast({ kind: "error", text: m.home_like_failed() });
  };
}
