import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { SavedSearch } from "#contract/saved-searches.ts";
import { useGenderChoices } from "#web/entities/room/gender.ts";
import { listSearchOf, pathOf, savedSearchesQuery, wordsOf } from "#web/entities/room/saved-searches.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { useKeepFocus } from "#web/ui/use-focus.ts";
import { SearchNameForm } from "./SearchNameForm.tsx";

/** One of the searches: leads to its list, and is named, silenced and forgotten here. */
export function SearchRow({ saved }: { saved: SavedSearch }) {
  const { change, remove } = useSearch(saved.id);
  const [naming, setNaming] = useState(false);
  const kept = useKeepFocus<HTMLLIElement>();
  const words = useWords(saved);
  const search = saved.name || words;
  return (
    <li {...kept} className="border-line py-2 not-first:border-t">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 py-2">
          <Link to={pathOf(listSearchOf(saved))} className="font-[550] wrap-anywhere hover:underline">
            {search}
          </Link>
          {saved.name !== "" && <p className="text-12 wrap-anywhere text-text-2">{words}</p>}
          <Alerted saved={saved} />
        </div>
        <Switch
          label={m.saved_search_alerts({ search })}
          hideLabel
          checked={saved.alerts}
          onChange={(alerts) => void change.run({ alerts })}
        />
      </div>
      {naming ? (
        <SearchNameForm
          name={saved.name}
          words={words}
          busy={change.pending}
          onSave={async (name) => {
            if (await change.run({ name })) setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="-ml-2.5 flex flex-wrap gap-1">
          <Button
            tone="quiet"
            size="sm"
            aria-label={m.saved_search_rename_named({ search })}
            onClick={() => setNaming(true)}
          >
            {m.saved_search_rename()}
          </Button>
          <Button
            tone="quiet"
            size="sm"
            busy={remove.pending}
            aria-label={m.saved_search_remove_named({ search })}
            onClick={() => void remove.run(saved.id)}
          >
            {m.saved_search_remove()}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The description of a search, in words. */
function useWords(saved: SavedSearch): string {
  const gender = useGenderChoices().find(({ id }) => id === saved.gender);
  return [gender?.name, ...wordsOf(listSearchOf(saved))].filter(Boolean).join(" · ");
}

/** Whether and when it alerted the fan. */
function Alerted({ saved: { alerts, notified_at, saved_at } }: { saved: SavedSearch }) {
  const { date } = useLocalTime();
  const times =
    notified_at === null
      ? m.saved_search_since({ date: date(saved_at) })
      : m.saved_search_notified({ date: date(notified_at) });
  return <p className="text-12 text-text-3">{alerts ? times : `${m.saved_search_silent()} · ${times}`}</p>;
}

type SearchChange = { name?: string; alerts?: boolean };

/** Changes a search, or forgets it; one that is gone is taken off the list. */
function useSearch(id: number) {
  const client = useQueryClient();
  const { queryKey } = savedSearchesQuery;
  const put = (next: SearchChange) =>
    client.setQueryData(queryKey, (all) => all?.map((one) => (one.id === id ? { ...one, ...next } : one)));
  const change = useCommand({
    call: (body: SearchChange) =>
      browserApi.call("POST /api/fan/saved-searches/{id}/change", {
        params: { id },
        body,
        keepalive: true,
      }),
    changes: [queryKey],
    optimistic(next) {
      const before = client.getQueryData(queryKey)?.find((one) => one.id === id);
      put(next);
      return () => void (before && put(before));
    },
    onDone: ({ body }) => put(body),
    onRefused(refusal) {
      toastRefusal(refusal);
      return client.invalidateQueries({ queryKey });
    },
  });
  const remove = useCommand({
    call: (gone: number) => browserApi.call("DELETE /api/fan/saved-searches/{id}", { params: { id: gone } }),
    onDone: () => client.invalidateQueries({ queryKey }),
    onRefused: toastRefusal,
  });
  return { change, remove };
}
