import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { holdsCardNumber } from "#contract/card-number.ts";
import type { Comments } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import { commentTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { itemKey } from "#web/entities/content/content-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/Button.tsx";
import { FormAlert, TextAreaField } from "#web/ui/Field.tsx";

type CommentFormProps = { post: Post; objection: Comments["objection"] };

/** Where somebody says something of a post, or why they may not. What was typed stays until it is sent. */
export function CommentForm({ post, objection }: CommentFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const { run, pending, refusal } = useCommand({
    call: (said: string, client_id) =>
      browserApi.call("POST /api/posts/{id}/comments", {
        params: { id: post.id },
        body: { text: said, client_id },
      }),
    async onDone() {
      setText("");
      setTried(false);
      // The post's own page counts them too.
      await client.invalidateQueries({ queryKey: itemKey("post", post.id) });
    },
  });
  if (objection === "muted") return <p className="text-text-2">{m.content_comment_muted()}</p>;
  if (objection !== null) return <CustomersOnly post={post} />;
  const problem = problemOf(text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) void run(text.trim());
  };
  return (
    <form onSubmit={send} className="grid gap-2" noValidate>
      <TextAreaField
        label={m.content_comment_label()}
        rows={2}
        error={tried ? problem : null}
        value={text}
        onChange={({ target: { value } }) => setText(value)}
      />
      <FormAlert text={refusal && refusalText(refusal)} />
      <Button type="submit" tone="solid" className="justify-self-end" busy={pending}>
        {m.content_comment_send()}
      </Button>
    </form>
  );
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

function problemOf(text: string): string | null {
  if (text.trim() === "") return m.auth_required();
  if (trimmedLength(text) > commentTextMax) return m.auth_max({ count: commentTextMax });
  return holdsCardNumber(text) ? m.pay_error_card_number_in_text() : null;
}
