import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { holdsCardNumber } from "#contract/card-number.ts";
import { commentTextMax, trimmedLength } from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert, TextAreaField } from "#web/ui/fields/Field.tsx";
import { commentsChanged } from "./comments-changed.ts";

type CommentEditorProps = {
  postId: number;
  label: string;
  send: string;
  /** The text in the editor at first. */
  draft?: string;
  /** Stands before the button that sends. */
  actions?: ReactNode;
  onSent?(): void;
};

/** The editor in which somebody writes a comment on a post. Typed text stays until it is sent. */
export function CommentEditor({ postId, label, send, draft = "", actions, onSent }: CommentEditorProps) {
  const client = useQueryClient();
  const [text, setText] = useState(draft);
  const [tried, setTried] = useState(false);
  const { run, pending, refusal } = useCommand({
    call: (sent: string, client_id) =>
      browserApi.call("POST /api/posts/{id}/comments", {
        params: { id: postId },
        body: { text: sent, client_id },
      }),
    async onDone(_answer, sent) {
      setText((now) => withoutSent(now, sent));
      setTried(false);
      await commentsChanged(client, postId);
      onSent?.();
    },
  });
  const problem = problemOf(text, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) void run(text.trim());
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-2" noValidate>
      <TextAreaField
        label={label}
        rows={2}
        error={tried ? problem : null}
        value={text}
        onChange={({ target: { value } }) => setText(value)}
      />
      <FormAlert text={refusal && refusalText(refusal)} />
      <div className="flex flex-wrap justify-end gap-2">
        {actions}
        <Button type="submit" tone="solid" busy={pending}>
          {send}
        </Button>
      </div>
    </form>
  );
}

/** Text that was typed while the comment was on its way stays. */
const withoutSent = (text: string, sent: string) =>
  text.trimStart().startsWith(sent) ? text.trimStart().slice(sent.length).trimStart() : text;

function problemOf(text: string, draft: string): string | null {
  if (written(text) === written(draft)) return m.auth_required();
  if (trimmedLength(text) > commentTextMax) return m.auth_max({ count: commentTextMax });
  return holdsCardNumber(text) ? m.pay_error_card_number_in_text() : null;
}
