import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import type { FanProfile } from "#contract/profile.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { toast } from "#web/ui/toast.ts";

/** Asks to be told when the model goes live, and says what will come. */
export function NotifyPanel({ page, onToggle }: { page: ModelPage; onToggle(): void }) {
  const viewer = useViewer();
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-16 bg-surface px-4 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
      <Icon name="bell" className="mt-3 text-text-2" />
      <div>
        <Switch
          label={m.profile_notify({ name: page.artisticName })}
          checked={page.notified}
          onChange={onToggle}
          className="font-[550]"
        />
        <p className="pb-2 text-12 text-text-3">{hintFor(viewer, page.notified)}</p>
      </div>
    </section>
  );
}

function hintFor(viewer: FanProfile | null, notified: boolean): ReactNode {
  if (viewer?.is_block_notification) {
    return (
      <>
        {m.profile_notify_silenced()}{" "}
        <Link to="/settings" className="text-accent underline">
          {m.profile_notify_settings()}
        </Link>
      </>
    );
  }
  if (viewer !== null && notified && viewer.validation === "waiting") return m.profile_notify_unproved();
  return m.profile_notify_hint();
}

/** Notifies the fan when a model goes live, or stops that: shown at once, undone when it could not be saved. */
export function useNotify({
  id,
  login,
  artisticName: name,
}: ModelPage): (notify: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const show = (notified: boolean) =>
    client.setQueryData(modelQuery(login).queryKey, (page) => page && { ...page, notified });
  return useCommand({
    call: (notify: boolean) =>
      browserApi.call("POST /api/fan/notify-model", { body: { model_id: id, notify } }),
    optimistic(notify) {
      show(notify);
      return () => show(!notify);
    },
    onDone: (_, notify) =>
      toast({
        kind: "success",
        text: notify ? m.profile_notify_on({ name }) : m.profile_notify_off({ name }),
      }),
    onRefused: () => toast({ kind: "error", text: m.common_not_saved() }),
  }).run;
}
