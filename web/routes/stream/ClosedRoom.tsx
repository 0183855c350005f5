import { useEffect } from "react";
import { useNavigate } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";

/** Time to read why. */
const leaveAfterMs = 8_000;

/** A room that one may not enter, with the server's reason, or that could not be loaded. */
export function ClosedRoom({ refused, retry }: { refused: string | null; retry(): void }) {
  useLeaving(refused !== null);
  const home = (
    <ButtonLink to="/" replace={refused !== null} tone={refused === null ? "plain" : "solid"}>
      {m.room_ended_action()}
    </ButtonLink>
  );
  return (
    <main id="main" className="grid flex-1 place-items-center">
      {refused === null ? (
        <ErrorCard headingLevel="h1" title={m.room_load_failed()} onRetry={retry} action={home} />
      ) : (
        <ErrorCard
          headingLevel="h1"
          title={m.room_refused_title()}
          text={`${refused} ${m.room_refused_leaving()}`}
          action={home}
        />
      )}
    </main>
  );
}

/** Leads those who were refused home after a while, so that the way back leads past this room. */
function useLeaving(isRefused: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRefused) return;
    const timer = setTimeout(() => void navigate("/", { replace: true }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isRefused, navigate]);
}
