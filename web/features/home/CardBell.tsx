import type { ModelCard } from "#contract/catalog.ts";
import { useNotify } from "#web/entities/room/use-notify.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** On the card of a model who is away: notifies the fan when they go live, or stops that. */
export function CardBell({ card }: { card: ModelCard }) {
  const notify = useNotify(card);
  return (
    <button
      type="button"
      aria-pressed={card.notified}
      aria-label={m.profile_notify({ name: card.artisticName })}
      className="room-card-bell"
      onClick={() => void notify(!card.notified)}
    >
      <Icon name="bell" filled={card.notified} />
    </button>
  );
}
