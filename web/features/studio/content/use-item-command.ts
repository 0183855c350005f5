import { useQueryClient } from "@tanstack/react-query";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import type { StudioKind } from "./media-file.ts";
import { studioItemsKey } from "./studio-items-query.ts";

type ItemAnswer = ApiAnswer<"POST /api/studio/content/{id}"> | ApiAnswer<"DELETE /api/studio/content/{id}">;

/** A change of one item: the list is read again, and a toast shows that it is `done`. */
export function useItemCommand<Input>(
  kind: StudioKind,
  call: (input: Input) => Promise<ItemAnswer>,
  done: (input: Input) => string,
): Command<Input, ItemAnswer> {
  const client = useQueryClient();
  return useCommand({
    call,
    async onDone(_, input) {
      await client.invalidateQueries({ queryKey: studioItemsKey(kind) });
      toast({ kind: "success", text: done(input) });
    },
    onRefused: toastRefusal,
  });
}
