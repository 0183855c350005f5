import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Comment, Comments as CommentList } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import type { Position } from "#contract/realtime.ts";
import { CommentEditor } from "#web/entities/content/CommentEditor.tsx";
import { commentsChanged } from "#web/entities/content/comments-changed.ts";
import { itemKey } from "#web/entities/content/content-query.ts";
import { RemoveCommentButton } from "#web/entities/content/RemoveCommentButton.tsx";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { ago } from "#web/lib/i18n/format.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useRealtimeEvent, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { OlderOfList } from "#web/ui/OlderOfList.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { keepFocusInside } from "#web/ui/use-focus.ts";

/** The comments of a post that is open to the viewer, the latest first, and the field for a new one. */
export function Comments({ post }: { post: Post }) {
  const list = useInfiniteQuery(commentsQuery(post.id));
  const pages = list.data?.pages ?? nothing;
  useLiveComments(post.id, pages[0]?.live_from.post);
  const comments = pages.flatMap(({ data }) => data);
  return (
    <section
      ref={keepFocusInside}
      aria-labelledby="comments"
      className="grid content-start gap-4 max-md:px-4"
    >
      <h2 id="comments">{m.content_comments()}</h2>
      {pages[0] && <CommentForm post={post} objection={pages[0].objection} />}
      {list.isError && !list.data && (
        <ErrorCard error={list.error} action={null} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && comments.length === 0 && <p className="text-text-3">{m.content_comments_empty()}</p>}
      <ul className="grid gap-4">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} post={post} now={readAt(list)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <OlderOfList
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onWanted={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

const nothing: [] = [];

/**
 * Follows the comments that others write and remove while one reads, and since the list was read at `from`; the
 * post's own page counts them too.
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
          <ReportButton variant="icon" targets={() => [{ about: "comment", id: comment.id, text }]} />
        )}
      </span>
    </li>
  );
}

type CommentFormProps = { post: Post; objection: CommentList["objection"] };

/** The field for a comment, or why there is none. */
function CommentForm({ post, objection }: CommentFormProps) {
  if (objection === "muted") return <p className="text-text-2">{m.content_comment_muted()}</p>;
  if (objection === "withdrawn")
    return <p className="text-text-2">{m.content_comment_withdrawn({ name: post.model.artisticName })}</p>;
  if (objection !== null) return <CustomersOnly post={post} />;
  return <CommentEditor postId={post.id} label={m.content_comment_label()} send={m.content_comment_send()} />;
}

function CustomersOnly({ post: { model } }: { post: Post }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-[220px] text-text-2">
        {m.content_comment_customers({ name: model.artisticName })}
      </p>
      <ButtonLink to={`/${model.login}`} tone="outline" size="sm">
        {m.content_model_page({ name: model.artisticName })}
      </ButtonLink>
    </div>
  );
}

/** The comments of a post, the latest first. */
function commentsQuery(postId: number) {
  return infiniteQueryOptions({
    queryKey: [...itemKey("post", postId), "comments"],
    async queryFn({ pageParam, signal, meta }): Promise<CommentList> {
      const query = pageParam === null ? {} : { before: pageParam };
      return answerOf(
        await queryApi(meta).call("GET /api/posts/{id}/comments", {
          params: { id: postId },
          query,
          signal,
        }),
      );
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, links }: CommentList) => (links.next ? (data.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
}
