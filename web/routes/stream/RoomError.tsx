import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";

type RoomErrorProps = {
  entry: Exclude<RoomEntry, { kind: "open" }>;
  retry(): void;
  clock?: Pick<Clock, "after">;
};

/** A room that one may not enter, with the server's reason, or that could not be loaded. */
export function RoomError({ entry, retry, clock = browserClock }: RoomErrorProps) {
  if (entry.kind === "refused")
    return entry.code === "banned" ? (
      <BannedRoom reason={entry.message} clock={clock} />
    ) : (
      <Place>
        <ErrorCard
          headingLevel="h1"
          title={m.room_refused_title()}
          text={entry.message}
          action={<Home tone="solid" />}
        />
      </Place>
    );
  return (
    <Place>
      <ErrorCard
        headingLevel="h1"
        title={m.room_load_failed()}
        onRetry={retry}
        action={<Home tone="plain" />}
      />
    </Place>
  );
}

/** Time to read why. */
const leaveAfterMs = 8_000;

/**
 * The room of a model who has banned the fan: says so and soon leads home, where the reason still stands for a moment. The
 * room's place in the history is taken, so that Back does not lead into it again.
 */
function BannedRoom({ reason, clock }: { reason: string; clock: Pick<Clock, "after"> }) {
  const navigate = useNavigate();
  useEffect(
    () =>
      clock.after(leaveAfterMs, () => {
        toast({ kind: "info", text: reason });
        void navigate("/", { replace: true });
      }),
    [clock, reason, navigate],
  );
  return (
    <Place>
      <ErrorCard
        headingLevel="h1"
        title={m.room_refused_title()}
        text={
          <>
            {reason} {m.room_refused_leaving()}
          </>
        }
        action={<Home tone="solid" replace />}
      />
    </Place>
  );
}

function Place({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid flex-1 place-items-center">
      {children}
    </main>
  );
}

function Home({ tone, replace = false }: { tone: "plain" | "solid"; replace?: boolean }) {
  return (
    <ButtonLink to="/" replace={replace} tone={tone}>
      {m.room_ended_action()}
    </ButtonLink>
  );
}
