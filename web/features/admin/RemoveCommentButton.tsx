import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useAdminCommand } from "./use-admin.ts";

/** Takes away a comment that was reported, after the reason was asked. */
export function RemoveCommentButton({ commentId }: { commentId: number }) {
  const [asking, setAsking] = useState(false);
  const { pending, run, done } = useAdminCommand(
    (reason: string, client_id) =>
      browserApi.call("POST /api/admin/comments/{id}/remove", {
        params: { id: commentId },
        body: { reason, client_id },
      }),
    () => m.admin_remove_comment_done(),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        disabled={done !== null}
        onClick={() => setAsking(true)}
      >
        {m.admin_remove_comment()}
      </Button>
      {asking && (
        <ReasonDialog
          title={m.admin_remove_comment()}
          text={m.admin_remove_comment_text()}
          confirm={m.admin_remove_comment()}
          danger
          busy={pending}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
