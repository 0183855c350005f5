import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { LinkCard } from "./LinkOutcome.tsx";

/** Where the link of a confirmation email leads: one button, which works without any script. */
export function ConfirmByLink({ token }: { token: string }) {
  return (
    <LinkCard
      icon="mail"
      tone="bg-overlay text-text-2"
      title={m.email_alert()}
      text={m.email_link_open_text()}
    >
      <form method="post" action="/confirm-email" className="w-full">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" tone="primary" size="lg" wide>
          {m.email_link_confirm()}
        </Button>
      </form>
    </LinkCard>
  );
}
