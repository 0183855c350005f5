import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";

/** Beside the list while no conversation is open. */
export default function NoChat() {
  return (
    <EmptyState
      title={m.chat_pick()}
      text={m.chat_pick_model_text()}
      action={
        <ButtonLink to="/model/messages" tone="solid">
          {m.studio_mass_title()}
        </ButtonLink>
      }
    />
  );
}
