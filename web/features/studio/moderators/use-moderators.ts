import { useQuery, useQueryClient } from "@tanstack/react-query";
import { moderatorsQuery } from "#web/entities/studio/studio-queries.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import type { PartRead } from "#web/ui/states/PartFailed.tsx";

export type ModeratorsView = ReturnType<typeof useModerators>;

/**
 * The moderators of the model's room with their latest actions (undefined while loading), and the commands that
 * change them.
 */
export function useModerators() {
  const client = useQueryClient();
  const moderators = useQuery(moderatorsQuery);
  const read: PartRead = moderators;
  const command = useCommand({
    call: ({ fan, moderates }: { fan: { id: number; name: string }; moderates: boolean }) =>
      browserApi.call("POST /api/studio/moderators", { body: { fan_id: fan.id, moderates } }),
    onDone({ body }, { fan: { name }, moderates }) {
      client.setQueryData(moderatorsQuery.queryKey, body);
      const text = moderates ? m.chat_moderator_made({ name }) : m.chat_moderator_dismissed({ name });
      toast({ kind: "success", text });
    },
    onRefused: toastRefusal,
  });
  const unmuting = useCommand({
    call: ({ slug, fan }: { slug: string; fan: { id: number; name: string } }) =>
      browserApi.call("POST /api/stream/{slug}/mute", {
        params: { slug },
        body: { fan_id: fan.id, minutes: 0 },
      }),
    async onDone(_answer, { fan: { name } }) {
      await client.invalidateQueries({ queryKey: moderatorsQuery.queryKey });
      toast({ kind: "success", text: m.chat_unmute_done({ name }) });
    },
    onRefused: toastRefusal,
  });
  return {
    ...{ read, view: moderators.data, change: command.run, unmute: unmuting.run },
    busy: command.pending || unmuting.pending,
  };
}
