import { useQuery } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";

/** A model's page as it is now: what was loaded, kept up to date by the events of all models. */
export function useProfile(loaded: ModelPage): ModelPage {
  const page = useQuery({ ...modelQuery(loaded.login), initialData: loaded }).data ?? loaded;
  useTopic("public", [page.live_from.public]);
  useTopic("presence", [page.live_from.presence]);
  return page;
}
