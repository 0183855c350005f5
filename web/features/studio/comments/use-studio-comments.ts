import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { commentsChanged } from "#web/entities/content/comments-changed.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { studioCommentsQuery } from "./studio-comments-query.ts";

const nothing: [] = [];

/** The comments under the model's posts, kept fresh; what is shown to the model counts as seen. */
export function useStudioComments() {
  const client = useQueryClient();
  const model = useViewer()?.id ?? null;
  const list = useInfiniteQuery(studioCommentsQuery);
  const pages = list.data?.pages ?? nothing;
  const comments = pages.flatMap(({ data }) => data);
  const from = pages[0]?.live_from.person;
  useTopic(model === null ? null : `person:${model}`, from ? [from] : nothing);
  useRealtimeEvent("PostCommentsChanged", ({ post_id }) => void commentsChanged(client, post_id));
  useSeen(comments.find(({ is_new }) => is_new)?.id ?? null);
  return { list, comments };
}

/** Tells the server up to where the model has looked, as soon as the page is in sight. */
function useSeen(newest: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (newest === null) return;
    const see = async () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", see);
      const answer = await browserApi.call("POST /api/studio/comments-seen", { body: { up_to: newest } });
      if (answer.status === 200) putCounters(client, answer.body);
    };
    document.addEventListener("visibilitychange", see);
    void see();
    return () => document.removeEventListener("visibilitychange", see);
  }, [client, newest]);
}
