import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BannedFan } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/toast.ts";

export const bansQuery = queryOptions<readonly BannedFan[]>({
  queryKey: ["studio", "bans"],
  async queryFn({ meta }) {
    const answer = await queryApi(meta).call("GET /api/studio/bans");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data;
  },
});

export type BanChange = { what: "ban" | "lift-ban"; fan: { id: number; name: string } };
export type Bans = ReturnType<typeof useBans>;

/** Whom the model has banned (undefined until it is known), and the command that bans a fan or lets them in again. */
export function useBans() {
  const client = useQueryClient();
  const list = useQuery(bansQuery).data;
  const command = useCommand({
    call: ({ what, fan }: BanChange) =>
      browserApi.call(`POST /api/studio/${what}`, { body: { fan_id: fan.id } }),
    onDone({ body }, { what, fan: { name } }) {
      client.setQueryData(bansQuery.queryKey, body.data);
      toast({
        kind: "success",
        text: what === "ban" ? m.studio_ban_done({ name }) : m.studio_ban_lifted({ name }),
      });
    },
    onRefused: toastRefusal,
  });
  return { list, busy: command.pending, change: command.run };
}
