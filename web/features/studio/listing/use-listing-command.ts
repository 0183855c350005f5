import { useQueryClient } from "@tanstack/react-query";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { toast, toastRefusalOutside } from "#web/ui/overlays/toast.ts";
import { listingQuery } from "./listing-query.ts";

type ListingAnswer =
  | ApiAnswer<"POST /api/studio/listing">
  | ApiAnswer<"POST /api/studio/listing/picture">
  | ApiAnswer<"POST /api/studio/listing/submit">;

/**
 * A change of the model's page: its answer is shown, and a toast shows that it is `done`. `fields`: those under which
 * the form shows what is refused of them.
 */
export function useListingCommand<Input>(
  call: (input: Input) => Promise<ListingAnswer>,
  done: () => string,
  fields: readonly string[] = [],
): Command<Input, ListingAnswer> {
  const client = useQueryClient();
  return useCommand({
    call,
    onDone({ body }) {
      client.setQueryData(listingQuery.queryKey, body);
      toast({ kind: "success", text: done() });
    },
    onRefused: toastRefusalOutside(fields),
  });
}
