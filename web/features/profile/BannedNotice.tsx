import type { ModelPage } from "#contract/catalog.ts";
import { SubscribeButton } from "#web/entities/subscription/SubscribeButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/**
 * A notice in place of the actions with a model: the model has banned the fan. A subscription that the fan has paid
 * is still theirs to cancel.
 */
export function BannedNotice({ page }: { page: ModelPage }) {
  const { id, artisticName: name } = page;
  return (
    <section className="grid max-w-[44ch] justify-items-start gap-3">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="ban" />
        {m.profile_banned({ name })}
      </p>
      <p className="text-14 text-[#DAD4E6]">{m.profile_banned_text()}</p>
      {page.fanSubscribed && <SubscribeButton model={{ id, name }} known={page} size="lg" />}
    </section>
  );
}
