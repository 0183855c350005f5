import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  type ListSearch,
  listSearchOf,
  pathOf,
  savedSearchesQuery,
  savedSearchForm,
} from "#web/entities/room/saved-searches.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Keeps what a list shows, so that the fan is notified of whom it finds; leads to the kept ones where it is one of them. */
export function SaveSearch({ list }: { list: ListSearch }) {
  const client = useQueryClient();
  const { data } = useQuery(savedSearchesQuery);
  const { pending, run } = useCommand({
    call: (wanted: ListSearch) =>
      browserApi.call("POST /api/fan/saved-searches", { body: savedSearchForm(wanted) }),
    async onDone() {
      await client.invalidateQueries(savedSearchesQuery);
      toast({ kind: "success", text: m.saved_search_done() });
    },
    onRefused: toastRefusal,
  });
  if (!data) return null;
  if (data.some((saved) => pathOf(listSearchOf(saved)) === pathOf(list)))
    return (
      <Link
        to="/settings#searches"
        className="inline-flex min-h-11 items-center gap-1.5 rounded-12 px-3.5 font-[550] text-text-2 hover:text-text"
      >
        <Icon name="check" size={18} />
        {m.saved_search_saved()}
      </Link>
    );
  return (
    <Button tone="quiet" busy={pending} onClick={() => void run(list)}>
      <Icon name="bell" size={18} />
      {m.saved_search_save()}
    </Button>
  );
}
