import { useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { modelQuery } from "./profile-query.ts";

/** Sets the heart of a model or takes it back: shown at once, undone when the server refuses. */
export function useLike({ id, login }: ModelPage): (liked: boolean) => Promise<void> {
  const client = useQueryClient();
  const show = (liked: boolean) =>
    client.setQueryData(
      modelQuery(login).queryKey,
      (page) => page && { ...page, liked, fanFreeSubscribed: liked },
    );
  return async (liked) => {
    show(liked);
    const call = liked ? "POST /api/fan/liked-model" : "POST /api/fan/disliked-model";
    const answer = await browserApi.call(call, { body: { model_id: id } });
    if (answer.status === 200) {
      await client.invalidateQueries({ queryKey: ["rooms"], refetchType: "none" });
      return;
    }
    show(!liked);
    toast({ kind: "error", text: m.profile_like_failed() });
  };
}
