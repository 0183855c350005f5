import type { StudioRequest } from "#contract/paid-shows.ts";
import { m } from "#web/paraglide/messages.js";
import { CountBadge } from "#web/ui/Badge.tsx";
import { Panel } from "../Panel.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { secondsToAnswer } from "./request-queue.ts";
import { InvitationRow, RequestRow } from "./RequestRow.tsx";
import type { Requests } from "./use-requests.ts";

type RequestsPanelProps = {
  queue: Requests;
  now: Date | null;
  /** The request that the model is about to decline. */
  declining: StudioRequest | null;
  onDecline(request: StudioRequest | null): void;
};

/** The queue of requests, the oldest first, and the invitations that are out; nothing without any. */
export function RequestsPanel({ queue, now, declining, onDecline }: RequestsPanelProps) {
  const { requests, invitations, answer } = queue;
  // A request that is gone meanwhile needs no answer.
  const declined = requests.find(({ id }) => id === declining?.id);
  if (requests.length + invitations.length === 0) return null;
  const left = (waiting: { expires_at: string }) => secondsToAnswer(waiting, now ?? new Date(0));
  return (
    <Panel
      title={m.studio_requests()}
      className="max-h-[inherit] overflow-y-auto bg-overlay! shadow-high! [scrollbar-width:thin]"
      end={<CountBadge hot value={requests.length} label={m.studio_requests_waiting()} />}
    >
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            seconds={left(request)}
            busy={answer.pending}
            onAccept={() => void answer.run({ request, accept: true })}
            onDecline={() => onDecline(request)}
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} seconds={left(invitation)} />
        ))}
      </ul>
      {declined && (
        <DeclineDialog
          request={declined}
          busy={answer.pending}
          onDecline={async (reason) => {
            // A written reason stays where it was not sent.
            if (await answer.run({ request: declined, accept: false, reason })) onDecline(null);
          }}
          onClose={() => onDecline(null)}
        />
      )}
    </Panel>
  );
}
