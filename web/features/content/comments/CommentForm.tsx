import type { Comments } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import { CommentEditor } from "#web/entities/content/CommentEditor.tsx";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";

type CommentFormProps = { post: Post; objection: Comments["objection"] };

/** Where somebody says something of a post, or why they may not. */
export function CommentForm({ post, objection }: CommentFormProps) {
  if (objection === "muted") return <p className="text-text-2">{m.content_comment_muted()}</p>;
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
