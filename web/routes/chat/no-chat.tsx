import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";

/** Beside the list while no conversation is open. */
export default function NoChat() {
  return (
    <EmptyState
      title={m.chat_pick()}
      text={m.chat_pick_text()}
      action={
        <ButtonLink to="/" tone="solid">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}
