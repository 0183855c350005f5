import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PromoEntry } from "#web/entities/show/enter-promo.ts";
import { promoQuery } from "#web/entities/show/promo-query.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";

/**
 * The promo as it is now. While its page is open the fan is in the promo's topic, which is how the model sees who waits.
 */
export function usePromo(token: string) {
  const client = useQueryClient();
  const viewer = useViewer();
  const entry = useQuery(promoQuery(token)).data ?? notRead;
  const page = entry.kind === "open" ? entry.page : null;
  useTopic(page?.topic ?? null);
  useTopic("public", page ? [page.live_from.public] : []);
  useTopic(page && viewer && `person:${viewer.id}`, page ? [page.live_from.person] : []);
  return { entry, reload: () => client.invalidateQueries({ queryKey: promoQuery(token).queryKey }) };
}

const notRead: PromoEntry = { kind: "failed" };
