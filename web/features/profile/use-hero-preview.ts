import { useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { mayMove } from "#web/entities/room/preview/may-move.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useIsAdult } from "#web/lib/session/age-gate.ts";

/** Whether a model's page plays her public picture, and whether it could: for adults, guests too, while she is live. */
export function useHeroPreview({ isStream, stream }: Pick<ModelPage, "isStream" | "stream">) {
  const [wanted, want] = useState<boolean | null>(null);
  const hydrated = useHydrated();
  const adult = useIsAdult();
  const isPublic = isStream && stream.stream_status === "began" && stream.stream_type === "public";
  const offered = hydrated && adult && isPublic;
  const playing = offered && (wanted ?? mayMove());
  return { offered, playing, toggle: () => want(!playing) };
}
