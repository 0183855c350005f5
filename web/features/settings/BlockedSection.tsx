import { useQuery, useQueryClient } from "@tanstack/react-query";
import { blockedModelsQuery, putBlockedModels } from "#web/entities/account/blocked-models.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { PartFailed } from "#web/ui/states/PartFailed.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The models whom the fan has blocked, each with a button to unblock. */
export function BlockedSection() {
  const client = useQueryClient();
  const read = useQuery(blockedModelsQuery);
  const models = read.data;
  const { pending, run } = useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/block-model", { body: { model_id, blocked: false } }),
    onDone: ({ body }) => putBlockedModels(client, body.data),
    onRefused: toastRefusal,
  });
  return (
    <SettingsSection title={m.blocked_models()} anchor="blocked">
      <PartFailed read={read} text={m.notify_failed()} />
      {models?.length === 0 && <p className="text-text-2">{m.blocked_models_none()}</p>}
      <ul className="flex flex-wrap gap-2">
        {models?.map(({ id, name }) => (
          <li key={id}>
            <Button size="sm" busy={pending} onClick={() => void run(id)}>
              {m.unblock_model({ name })}
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
