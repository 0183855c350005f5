import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { SavedSearch } from "#contract/saved-searches.ts";
import { useGenders } from "#web/entities/room/gender.ts";
import { listSearchOf, pathOf, savedSearchesQuery, wordsOf } from "#web/entities/room/saved-searches.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useLocalTime } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** The searches that a fan keeps, each with a way to its list and one to forget it. */
export function SearchesSection() {
  const { data, isError, refetch } = useQuery(savedSearchesQuery);
  return (
    <SettingsSection title={m.saved_search_title()} anchor="searches">
      <p className="text-text-2">{m.saved_search_hint()}</p>
      {isError && !data ? (
        <Button className="mt-3" onClick={() => void refetch()}>
          {m.common_retry()}
        </Button>
      ) : (
        <ul className="mt-2 grid">
          {data?.map((saved) => (
            <SearchRow key={saved.id} saved={saved} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="text-12 text-text-3">{m.saved_search_none()}</p>}
    </SettingsSection>
  );
}

function SearchRow({ saved }: { saved: SavedSearch }) {
  const client = useQueryClient();
  const { date } = useLocalTime();
  const language = useLocale();
  const gender = useGenders().find(({ id }) => id === saved.gender);
  const list = listSearchOf(saved);
  const name = [gender?.[`name_${language}`], ...wordsOf(list)].filter(Boolean).join(" · ");
  const { pending, run } = useCommand({
    call: (id: number) => browserApi.call("DELETE /api/fan/saved-searches/{id}", { params: { id } }),
    onDone: () => client.invalidateQueries(savedSearchesQuery),
    onRefused: ({ message }) => toast({ kind: "error", text: message }),
  });
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-line py-2 not-first:border-t">
      <div className="min-w-0">
        <Link to={pathOf(list)} className="font-[550] wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-12 text-text-3">
          {saved.told_at === null
            ? m.saved_search_since({ date: date(saved.saved_at) })
            : m.saved_search_told({ date: date(saved.told_at) })}
        </p>
      </div>
      <Button
        tone="quiet"
        size="sm"
        busy={pending}
        aria-label={m.saved_search_remove_named({ search: name })}
        onClick={() => void run(saved.id)}
      >
        {m.saved_search_remove()}
      </Button>
    </li>
  );
}
