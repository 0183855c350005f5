import type { ModelPage } from "#contract/catalog.ts";
import { noticeHint } from "#web/entities/notification/notice-hint.tsx";
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
        <p className="pb-2 text-12 text-text-3">
          {noticeHint(viewer, page.notified, m.profile_notify_hint())}
        </p>
      </div>
    </section>
  );
}
