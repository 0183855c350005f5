import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";

/** A room that one may not enter, or that could not be loaded. */
export function ClosedRoom({ refused, retry }: { refused: boolean; retry(): void }) {
  const home = (
    <ButtonLink to="/" tone={refused ? "solid" : "plain"}>
      {m.room_ended_action()}
    </ButtonLink>
  );
  return (
    <main id="main" className="grid flex-1 place-items-center">
      {refused ? (
        <ErrorCard title={m.room_refused_title()} text={m.room_refused_text()} action={home} />
      ) : (
        <ErrorCard title={m.room_load_failed()} onRetry={retry} action={home} />
      )}
    </main>
  );
}
