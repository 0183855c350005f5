import { useQueryClient } from "@tanstack/react-query";
import type { Post } from "#contract/content.ts";
import { putItem } from "#web/entities/content/content-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { shortCount } from "#web/lib/i18n/format.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/**
 * How many like a post and have commented on it; a fan to whom it is open gives it a heart here. To one that was taken back
 * none is given any more, only taken back.
 */
export function PostReactions({ post }: { post: Post }) {
  const viewer = useViewer();
  const isLikable = viewer?.role === "fan" && post.payed && (post.liked || !post.withdrawn);
  return (
    <p className="flex items-center gap-5 text-text-2 max-md:px-4">
      {isLikable ? (
        <LikeButton post={post} />
      ) : (
        <span className="inline-flex min-h-11 items-center gap-2 tabular-nums">
          <Icon name="heart" />
          <span aria-hidden="true">{shortCount(post.likes)}</span>
          <span className="sr-only">{m.content_likes({ count: post.likes })}</span>
        </span>
      )}
      <span className="inline-flex min-h-11 items-center gap-2 tabular-nums">
        <Icon name="chat" />
        <span aria-hidden="true">{shortCount(post.comments)}</span>
        <span className="sr-only">{m.content_comment_count({ count: post.comments })}</span>
      </span>
    </p>
  );
}

function LikeButton({ post }: { post: Post }) {
  const client = useQueryClient();
  const show = (change: Pick<Post, "liked" | "likes">) => putItem(client, "post", { ...post, ...change });
  const { run } = useCommand({
    call: (liked: boolean) =>
      browserApi.call("POST /api/fan/like-post", { body: { post_id: post.id, liked }, keepalive: true }),
    optimistic(liked) {
      show({ liked, likes: Math.max(0, post.likes + (liked ? 1 : -1)) });
      return () => show(post);
    },
    onDone: ({ body }) => putItem(client, "post", { ...post, ...body }),
    onRefused: (refusal) => toast({ kind: "error", text: refusalText(refusal) }),
  });
  return (
    <button
      type="button"
      aria-pressed={post.liked}
      aria-label={m.content_like({ count: post.likes })}
      onClick={() => void run(!post.liked)}
      className={cx(
        "-ml-2 inline-flex min-h-11 items-center gap-2 rounded-12 px-2 tabular-nums hover:bg-raised hover:text-text",
        post.liked && "text-accent",
      )}
    >
      <Icon name="heart" filled={post.liked} />
      {shortCount(post.likes)}
    </button>
  );
}
