import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { putCounters, refreshCounters } from "#web/entities/account/menu-counters.ts";
import { commentsChanged, studioCommentsKey } from "#web/entities/content/comments-changed.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useSeen } from "#web/lib/page/seen.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { ListPages } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";
import { BanDialog, useBans } from "../Bans.tsx";
import { LoadingRows } from "../page-parts.tsx";
import { studioCommentsQuery } from "./studio-comments-query.ts";
import { StudioCommentRow } from "./StudioCommentRow.tsx";

/** The comments on the model's posts, the latest first: to be answered, removed or reported, and its author banned. */
export function StudioCommentsPage() {
  const client = useQueryClient();
  const { list, comments } = useStudioComments();
  const bans = useBans();
  const [asked, setAsked] = useState<{ id: number; name: string } | null>(null);
  const close = () => {
    setAsked(null);
    // Comments of somebody who is banned are out of sight, and count no more.
    void client.invalidateQueries({ queryKey: studioCommentsKey });
    void refreshCounters(client);
  };
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="mx-auto w-full max-w-[1120px] px-4 pt-4 pb-14 lg:px-8 lg:pt-6"
    >
      <h1>{m.studio_comments()}</h1>
      <p className="mt-1 mb-4 text-text-2">{m.studio_comments_lead()}</p>
      <ListPages
        list={list}
        skeleton={<LoadingRows />}
        nothing={
          comments.length === 0 && (
            <EmptyState
              title={m.studio_comments_none()}
              text={m.studio_comments_none_text()}
              action={
                <ButtonLink to="/model/posts" tone="primary">
                  {m.studio_comments_posts()}
                </ButtonLink>
              }
            />
          )
        }
      >
        <ul className="grid max-w-[756px] grid-cols-[minmax(0,1fr)] gap-3">
          {comments.map((comment) => (
            <StudioCommentRow key={comment.id} comment={comment} now={readAt(list)} onBan={setAsked} />
          ))}
        </ul>
      </ListPages>
      {asked && <BanDialog fan={asked} bans={bans} onClose={close} />}
    </main>
  );
}

const nothing: [] = [];

/** The comments under the model's posts, kept fresh; what is shown to the model counts as seen. */
function useStudioComments() {
  const client = useQueryClient();
  const model = useViewer()?.id ?? null;
  const list = useInfiniteQuery(studioCommentsQuery);
  const pages = list.data?.pages ?? nothing;
  const comments = pages.flatMap(({ data }) => data);
  const from = pages[0]?.live_from.person;
  useTopic(model === null ? null : `person:${model}`, from ? [from] : nothing);
  useRealtimeEvent("PostCommentsChanged", ({ post_id }) => void commentsChanged(client, post_id));
  useSeen(comments.find(({ is_new }) => is_new)?.id ?? null, async (upTo) => {
    const answer = await browserApi.call("POST /api/studio/comments-seen", { body: { up_to: upTo } });
    if (answer.status === 200) putCounters(client, answer.body);
  });
  return { list, comments };
}
