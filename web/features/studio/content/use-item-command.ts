import { useQueryClient } from "@tanstack/react-query";
import type { CommandAnswer } from "#web/lib/api/refusal.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import type { StudioKind } from "./media-file.ts";
import { studioItemsKey } from "./studio-items-query.ts";

/** A change of one item: the list is read again, also when the item is gone, and a toast shows that it is `done`. */
export function useItemCommand<Input, A extends CommandAnswer>(
  kind: StudioKind,
  call: (input: Input) => Promise<A>,
  done: (input: Input) => string,
): Command<Input, A> {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: studioItemsKey(kind) });
  return useCommand({
    call,
    async onDone(_, input) {
      await readAgain();
      toast({ kind: "success", text: done(input) });
    },
    onRefused(refusal) {
      toastRefusal(refusal);
      if (refusal.status === 404) return readAgain();
    },
  });
}
