import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";

/** A room that one may not enter, with the server's reason, or that could not be loaded. */
export function ClosedRoom({ refused, retry }: { refused: string | null; retry(): void }) {
  const home = (
    <ButtonLink to="/" tone={refused === null ? "plain" : "solid"}>
      {m.room_ended_action()}
    </ButtonLink>
  );
  return (
    <main id="main" className="grid flex-1 place-items-center">
      {refused === null ? (
        <ErrorCard headingLevel="h1" title={m.room_load_failed()} onRetry={retry} action={home} />
      ) : (
        <ErrorCard headingLevel="h1" title={m.room_refused_title()} text={refused} action={home} />
      )}
    </main>
  );
}
