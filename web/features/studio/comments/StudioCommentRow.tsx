import { useState } from "react";
import type { StudioComment } from "#contract/comments.ts";
import { CommentEditor } from "#web/entities/content/CommentEditor.tsx";
import { RemoveCommentButton } from "#web/entities/content/RemoveCommentButton.tsx";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { ago } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";

type StudioCommentRowProps = {
  comment: StudioComment;
  now: string;
  /** Asks whether a fan is to be banned. */
  onBan(fan: { id: number; name: string }): void;
};

/** One comment under a post of the model: who wrote it, of what, and what can be done about it. */
export function StudioCommentRow({ comment, now, onBan }: StudioCommentRowProps) {
  const { author, text, at, post, own, is_new } = comment;
  const name = author.name ?? m.content_comment_nobody();
  return (
    <li
      data-testid={`comment-${comment.id}`}
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-16 p-3 shadow-[inset_0_0_0_1px_var(--line)] md:p-4",
        is_new ? "bg-raised" : "bg-surface",
      )}
    >
      <Avatar name={name} src={author.avatar} size={36} />
      <div className={cx("min-w-0", !own && "col-span-2")}>
        <p className="flex flex-wrap items-center gap-x-2">
          <b className={cx("font-semibold wrap-anywhere", own && "text-accent")}>{name}</b>
          <time dateTime={at} className="text-12 text-text-3">
            {ago(at, new Date(now))}
          </time>
          {is_new && <Pill>{m.studio_comment_new()}</Pill>}
        </p>
        <p className="text-12 text-text-3 wrap-anywhere">{m.studio_comment_on({ post: post.title })}</p>
        <p className="mt-1.5 whitespace-pre-line text-text [overflow-wrap:anywhere]">{text}</p>
      </div>
      {own ? (
        <span>
          <RemoveCommentButton id={comment.id} postId={post.id} />
        </span>
      ) : (
        <Actions comment={comment} onBan={onBan} />
      )}
    </li>
  );
}

/** The model's actions on a comment of somebody else. */
function Actions({ comment, onBan }: Pick<StudioCommentRowProps, "comment" | "onBan">) {
  const { id, author, text, post } = comment;
  const [answering, setAnswering] = useState(false);
  const stop = () => setAnswering(false);
  const sent = () => {
    stop();
    toast({ kind: "success", text: m.studio_comment_answered() });
  };
  if (answering)
    return (
      <div className="col-span-full pt-1">
        <CommentEditor
          postId={post.id}
          label={m.studio_comment_answer_to({ name: author.name ?? m.content_comment_nobody() })}
          send={m.studio_comment_answer()}
          draft={author.name ? `@${author.name} ` : ""}
          actions={<Button onClick={stop}>{m.studio_cancel()}</Button>}
          onSent={sent}
        />
      </div>
    );
  return (
    <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-1">
      <Button size="sm" className="mr-auto min-h-11" onClick={() => setAnswering(true)}>
        {m.studio_comment_answer()}
      </Button>
      <ReportButton variant="icon" targets={() => [{ about: "comment", id, text }]} />
      {author.name !== null && (
        <IconButton
          icon="ban"
          iconSize={18}
          label={m.studio_ban_fan({ name: author.name })}
          aria-haspopup="dialog"
          onClick={() => onBan({ id: author.id, name: author.name ?? "" })}
        />
      )}
      <RemoveCommentButton id={id} postId={post.id} />
    </div>
  );
}
