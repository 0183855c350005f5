import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import type { Position } from "#contract/realtime.ts";
import { commentsChanged } from "#web/entities/content/comments-changed.ts";
import { RemoveCommentButton } from "#web/entities/content/RemoveCommentButton.tsx";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { ago } from "#web/lib/i18n/format.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { CommentForm } from "./CommentForm.tsx";
import { commentsQuery } from "./comments-query.ts";

/** What was said of a post that is open to the viewer, the latest first, and where to add to it. */
export function Comments({ post }: { post: Post }) {
  const list = useInfiniteQuery(commentsQuery(post.id));
  const pages = list.data?.pages ?? nothing;
  useLiveComments(post.id, pages[0]?.live_from.post);
  const comments = pages.flatMap(({ data }) => data);
  return (
    <section aria-labelledby="comments" className="grid content-start gap-4 max-md:px-4">
      <h2 id="comments">{m.content_comments()}</h2>
      {pages[0] && <CommentForm post={post} objection={pages[0].objection} />}
      {list.isError && !list.data && <ErrorCard onRetry={() => void list.refetch()} />}
      {list.isSuccess && comments.length === 0 && <p className="text-text-3">{m.content_comments_empty()}</p>}
      <ul className="grid gap-4">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} post={post} now={readAt(list)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          tone="plain"
          className="justify-self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {m.notifications_older()}
        </Button>
      )}
    </section>
  );
}

const nothing: [] = [];

/**
 * What others say and take away while one reads, and since the list was read at `from`; the post's own page counts it
 * too.
 */
function useLiveComments(postId: number, from: Position | undefined): void {
  const client = useQueryClient();
  useTopic(`post:${postId}`, from ? [from] : nothing);
  useRealtimeEvent("PostCommentsChanged", ({ post_id }) => {
    if (post_id === postId) void commentsChanged(client, postId);
  });
}

type CommentRowProps = { comment: Comment; post: Post; now: string };

function CommentRow({ comment, post, now }: CommentRowProps) {
  const { author, text, at } = comment;
  const name =
    author.role === "model" ? post.model.artisticName : (author.name ?? m.content_comment_nobody());
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
      <Avatar name={name} src={author.avatar} size={36} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className={author.role === "model" ? "font-semibold text-accent" : "font-semibold"}>{name}</b>
          <time dateTime={at} className="text-12 text-text-3">
            {ago(at, new Date(now))}
          </time>
        </p>
        <p className="whitespace-pre-line text-text-2 [overflow-wrap:anywhere]">{text}</p>
      </div>
      <span className="flex">
        {comment.removable && <RemoveCommentButton id={comment.id} postId={post.id} />}
        {!comment.own && (
          <ReportButton look="icon" targets={() => [{ about: "comment", id: comment.id, text }]} />
        )}
      </span>
    </li>
  );
}
