import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import type { FanProfile } from "#contract/profile.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Asks to be notified when the model goes live, and says what will come. */
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
