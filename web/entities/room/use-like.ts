import { useQueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { showLiked } from "./room-cache.ts";

type Like = { id: number; liked: boolean };

/** Sets a model's heart or takes it back: shown at once wherever it stands, undone when it could not be saved. */
export function useLike(): (like: Like) => Promise<boolean> {
  const cache = useQueryClient();
  return useCommand({
    lane: ({ id }: Like) => id,
    changes: [["rooms"], ["model"], ["room"]],
    call: ({ id, liked }: Like) =>
      browserApi.call(liked ? "POST /api/fan/liked-model" : "POST /api/fan/disliked-model", {
        body: { model_id: id },
        keepalive: true,
      }),
    optimistic({ id, liked }) {
      showLiked(cache, id, liked);
      return () => showLiked(cache, id, !liked);
    },
    // Looked at again, the favourites are read again; while they are looked at, a card stays for a change of mind.
    onDone: () => cache.invalidateQueries({ queryKey: ["rooms", "favorites"], refetchType: "none" }),
    onRefused: toastRefusal,
  }).run;
}
