import { useState } from "react";
import type { Studio } from "#contract/studio.ts";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

type StudioAnswer = ApiAnswer<
  "POST /api/studio/room" | "POST /api/studio/stream-key" | "POST /api/studio/stop"
>;

/** Runs one change of the studio at a time: its answer is adopted and said, a refusal is said. True = it worked. */
export function useChange(adopt: (studio: Studio) => void) {
  const [busy, setBusy] = useState(false);
  async function change(call: Promise<StudioAnswer>, done: string): Promise<boolean> {
    setBusy(true);
    const answer = await call;
    setBusy(false);
    if (answer.status === 200) {
      adopt(answer.body);
      toast({ kind: "success", text: done });
      return true;
    }
    toast({ kind: "error", text: refusalText(answer) });
    return false;
  }
  return { busy, change };
}

function refusalText(answer: Exclude<StudioAnswer, { status: 200 }>): string {
  if (answer.status === 0) return m.studio_problem_network();
  return m.studio_problem({ message: answer.body.message });
}
