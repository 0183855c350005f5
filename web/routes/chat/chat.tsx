import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";

/** A conversation that is not in the fan's list. */
export default function Chat() {
  return (
    <Empty
      title={m.chat_unknown_title()}
      text={m.chat_unknown_text()}
      action={
        <ButtonLink to="/chat" tone="solid">
          {m.chat_all()}
        </ButtonLink>
      }
    />
  );
}
