import { useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { putBlockedModels } from "#web/entities/account/blocked-models.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type BlockedNoticeProps = { page: Pick<ModelPage, "id" | "artisticName">; onUnblocked?(): void };

/** In place of what one can do with a model: that the fan has blocked them, and the way back. */
export function BlockedNotice({ page: { id, artisticName: name }, onUnblocked }: BlockedNoticeProps) {
  const client = useQueryClient();
  const { run, pending } = useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/block-model", { body: { model_id, blocked: false } }),
    onDone({ body }) {
      putBlockedModels(client, body.data);
      onUnblocked?.();
    },
    onRefused: toastRefusal,
  });
  return (
    <section className="grid max-w-[44ch] justify-items-start gap-3">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="ban" />
        {m.profile_blocked({ name })}
      </p>
      <p className="text-14 text-[#DAD4E6]">{m.profile_blocked_text()}</p>
      <Button tone="solid" size="lg" busy={pending} onClick={() => void run(id)}>
        {m.unblock_model({ name })}
      </Button>
    </section>
  );
}
