import { useQueryClient } from "@tanstack/react-query";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { toast, toastRefusalOutside } from "#web/ui/overlays/toast.ts";

type StudioAnswer =
  | ApiAnswer<"POST /api/studio/room" | "POST /api/studio/stream-key" | "POST /api/studio/stop">
  | ApiAnswer<"POST /api/studio/pause">;

/**
 * A change of the studio: its answer is shown, and a toast shows that it is `done`. `fields`: those
 * under which the form shows what is refused of them.
 */
export function useStudioCommand<Input>(
  call: (input: Input) => Promise<StudioAnswer>,
  done: () => string,
  fields: readonly string[] = [],
): Command<Input, StudioAnswer> {
  const client = useQueryClient();
  return useCommand({
    call,
    onDone({ body }) {
      client.setQueryData(studioQuery.queryKey, body);
      toast({ kind: "success", text: done() });
    },
    onRefused: toastRefusalOutside(fields),
  });
}
