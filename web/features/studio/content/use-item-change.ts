import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import type { StudioKind } from "./media-file.ts";
import { studioItemsKey } from "./studio-items-query.ts";

type ItemAnswer = ApiAnswer<"POST /api/studio/content/{id}"> | ApiAnswer<"DELETE /api/studio/content/{id}">;

/** Runs one change of an item at a time: the list is asked for anew, and what was done or refused is said. True = it worked. */
export function useItemChange(kind: StudioKind) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function change(call: Promise<ItemAnswer>, done: string): Promise<boolean> {
    setBusy(true);
    const answer = await call;
    if (answer.status === 200 || answer.status === 204) {
      await client.invalidateQueries({ queryKey: studioItemsKey(kind) });
      setBusy(false);
      toast({ kind: "success", text: done });
      return true;
    }
    setBusy(false);
    const text =
      answer.status === 0 ? m.studio_problem_network() : m.studio_problem({ message: answer.body.message });
    toast({ kind: "error", text });
    return false;
  }
  return { busy, change };
}
