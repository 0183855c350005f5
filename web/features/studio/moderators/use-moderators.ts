import { useQuery, useQueryClient } from "@tanstack/react-query";
import { moderatorsQuery } from "#web/entities/studio/studio-queries.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/toast.ts";

export type ModeratorsView = ReturnType<typeof useModerators>;

/** Who moderates the model's room and what was done there (undefined until it is known), and the command that changes who does. */
export function useModerators() {
  const client = useQueryClient();
  const view = useQuery(moderatorsQuery).data;
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
  return { view, busy: command.pending, change: command.run };
}
