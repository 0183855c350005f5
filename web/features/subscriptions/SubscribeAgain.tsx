import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "#contract/subscriptions.ts";
import { SubscribeDialog } from "#web/entities/subscription/SubscribeDialog.tsx";
import { subscribedQuery } from "#web/entities/subscription/subscription-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";

/** A new subscription in place of one that has ended: it costs what the model asks now, not what the old one did. */
export function SubscribeAgain({ row, onClose }: { row: Subscription; onClose(): void }) {
  const { data, isFetchedAfterMount, isError, error, refetch } = useQuery({
    ...subscribedQuery(row.model_id),
    staleTime: 0,
  });
  const { name } = row;
  if (data)
    return (
      <SubscribeDialog
        model={{ id: row.model_id, name }}
        pricing={data.pricing}
        // An earlier reading may be of the subscription that has ended.
        subscribed={isFetchedAfterMount && data.fanSubscribed}
        onClose={onClose}
      />
    );
  if (!isError) return dialogPlace({});
  return (
    <Dialog open onClose={onClose} title={m.sub_title({ name })} maxWidth={520}>
      <ErrorCard error={error} onRetry={() => void refetch()} action={null} />
    </Dialog>
  );
}
