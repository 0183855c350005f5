import { useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { m } from "#web/paraglide/messages.js";
import { CountBadge } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Panel } from "../Panel.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { secondsToAnswer } from "./request-queue.ts";
import { InvitationRow, RequestRow } from "./RequestRow.tsx";
import type { Requests } from "./use-requests.ts";

type RequestsPanelProps = { queue: Requests; live: boolean; now: Date | null };

/** The queue of requests, the oldest first, and the invitations that are out. */
export function RequestsPanel({ queue, live, now }: RequestsPanelProps) {
  const { requests, invitations, answer } = queue;
  const [declining, setDeclining] = useState<StudioRequest | null>(null);
  // A request that is gone meanwhile needs no answer.
  const declined = requests.find(({ id }) => id === declining?.id);
  const isEmpty = requests.length + invitations.length === 0;
  const left = (waiting: { expires_at: string }) => secondsToAnswer(waiting, now ?? new Date(0));
  return (
    // Without any, phones show the picture first.
    <Panel
      title={m.studio_requests()}
      className={cx(isEmpty && "max-xl:hidden")}
      end={<CountBadge hot value={requests.length} label={m.studio_requests_waiting()} />}
    >
      <ul aria-live="polite" className="grid grid-cols-[minmax(0,1fr)]">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            seconds={left(request)}
            busy={answer.pending}
            onAccept={() => void answer.run({ request, accept: true })}
            onDecline={() => setDeclining(request)}
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} seconds={left(invitation)} />
        ))}
      </ul>
      {isEmpty && (
        <p className="min-h-10 px-4 pb-4 text-text-3">
          {live ? m.studio_requests_none() : m.studio_requests_offline()}
        </p>
      )}
      {declined && (
        <DeclineDialog
          request={declined}
          busy={answer.pending}
          onDecline={async (reason) => {
            // A written reason stays where it was not sent.
            if (await answer.run({ request: declined, accept: false, reason })) setDeclining(null);
          }}
          onClose={() => setDeclining(null)}
        />
      )}
    </Panel>
  );
}
