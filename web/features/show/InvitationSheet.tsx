import { useQueryClient } from "@tanstack/react-query";
import { applyShowEvent, changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { answerSecondsMax, type Invitation } from "#web/entities/show/fan-show.ts";
import { useSecondsUntil } from "#web/entities/show/use-show-clock.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { capBody } from "./consent.ts";
import { type Agreement, ConsentSheet } from "./ConsentSheet.tsx";
import { lostText, unpaidText } from "./show-texts.ts";
import { useReread } from "./use-reread.ts";

type InvitationSheetProps = {
  invitation: Invitation;
  model: { id: number; name: string; avatar: string };
  spyRate: number;
  balance: number;
  container: HTMLElement | null;
};

/** A model's invitation: the same consent as for a request of the fan's own, for as long as it waits. Silence is no. */
export function InvitationSheet({ invitation, model, spyRate, balance, container }: InvitationSheetProps) {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  const { id, slug } = invitation;
  const forget = () => changeFanShow(client, (state) => ({ ...state, invitation: null }));
  const notifyExpired = () => toast({ kind: "info", text: m.invitation_expired({ name: model.name }) });
  useRealtimeEvent("ShowRequestAnswered", (answer) => {
    if (answer.id !== id) return;
    const lost = answer.state === "withdrawn" ? lostText(answer.reason, model.name) : null;
    if (lost) toast({ kind: "info", text: `${lost}. ${m.request_declined_text()}` });
    if (answer.state === "expired") notifyExpired();
  });
  useReread(invitation, notifyExpired);
  const { run, pending, refusal, open } = useCommand({
    call: (agreed: Agreement | null, idempotencyKey) =>
      browserApi.call("POST /api/fan/show-invitations/{id}", {
        params: { id },
        body: agreed ? { accept: true, rate: agreed.terms.rate, ...capBody(agreed.cap) } : { accept: false },
        idempotencyKey,
      }),
    onDone({ body: { state, reason, show } }, agreed) {
      forget();
      if (agreed && state === "declined")
        toast({ kind: "error", text: unpaidText(reason) ?? m.request_unpaid_failed() });
      if (show) applyShowEvent(client, { name: "ShowStarted", data: { model_id: model.id, slug, show } });
    },
    onRefused({ balance: has }, agreed) {
      if (has !== undefined) setBalance(has);
      // Declined too late, it has expired: that is what was wanted.
      if (agreed === null) forget();
    },
  });
  const decline = () => void run(null);
  const { mode, rate, minimum, spies_allowed } = invitation;
  return (
    <ConsentSheet
      open
      uninvited
      onClose={decline}
      container={container}
      model={model}
      terms={{ kind: mode, rate, minimum, spyRate: spies_allowed ? spyRate : null }}
      balance={balance}
      refusal={refusal}
      pending={pending}
      asked={open}
      onAgree={(agreement) => void run(agreement)}
      invitation={{ countdown: <Countdown at={invitation.expires_at} />, onDecline: decline }}
    />
  );
}

function Countdown({ at }: { at: string }) {
  return <span role="timer">{m.invitation_left({ count: useSecondsUntil(at, answerSecondsMax) })}</span>;
}
