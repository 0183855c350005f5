import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { watchedQuery } from "#web/entities/room/watched-rooms.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { PartFailed } from "#web/ui/states/PartFailed.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** The list of rooms that the fan has watched lately: empties it, and keeps it or keeps none. */
export function WatchedSection() {
  const client = useQueryClient();
  const read = useInfiniteQuery(watchedQuery);
  const readAgain = () => client.invalidateQueries({ queryKey: watchedQuery.queryKey });
  const keeping = useCommand({
    call: (kept: boolean) => browserApi.call("POST /api/fan/watched-models", { body: { kept } }),
    onDone: readAgain,
    onRefused: toastRefusal,
  });
  const emptying = useCommand({
    call: (_all: true) => browserApi.call("DELETE /api/fan/watched-models"),
    onDone: readAgain,
    onRefused: toastRefusal,
  });
  const page = read.data?.pages[0];
  return (
    <SettingsSection title={m.watched_title()} anchor="watched">
      <PartFailed read={read} text={m.notify_failed()} />
      {page && (
        <>
          <Switch
            label={m.watched_keep()}
            checked={page.kept}
            busy={keeping.pending}
            onChange={(kept) => void keeping.run(kept)}
          />
          <p className="max-w-[56ch] text-12 text-text-3">{m.watched_keep_hint()}</p>
        </>
      )}
      {page && page.data.length > 0 && (
        <Button className="mt-3" busy={emptying.pending} onClick={() => void emptying.run(true)}>
          {m.watched_empty({ count: page.data.length })}
        </Button>
      )}
    </SettingsSection>
  );
}
