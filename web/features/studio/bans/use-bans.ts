import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BannedFan } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

const bansQuery = queryOptions<readonly BannedFan[]>({
  queryKey: ["studio", "bans"],
  async queryFn() {
    const answer = await browserApi.call("GET /api/studio/bans");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data;
  },
});

export type Bans = {
  /** Undefined until it is known. */
  list: readonly BannedFan[] | undefined;
  busy: boolean;
  /** Bans a fan or lets them in again; true when it worked, else the reason is said. */
  change(what: "ban" | "lift-ban", fan: { id: number; name: string }): Promise<boolean>;
};

/** Whom the model has banned, and how that is changed. */
export function useBans(): Bans {
  const client = useQueryClient();
  const list = useQuery(bansQuery).data;
  const [busy, setBusy] = useState(false);
  async function change(what: "ban" | "lift-ban", { id, name }: { id: number; name: string }) {
    setBusy(true);
    const answer = await browserApi.call(`POST /api/studio/${what}`, { body: { fan_id: id } });
    setBusy(false);
    if (answer.status === 200) {
      client.setQueryData(bansQuery.queryKey, answer.body.data);
      toast({
        kind: "success",
        text: what === "ban" ? m.studio_ban_done({ name }) : m.studio_ban_lifted({ name }),
      });
      return true;
    }
    const refusal = answer.status === 0 ? m.studio_problem_network() : answer.body.message;
    toast({ kind: "error", text: refusal });
    return false;
  }
  return { list, busy, change };
}
