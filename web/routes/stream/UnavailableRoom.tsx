import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { BlockedNotice } from "#web/features/profile/BlockedNotice.tsx";
import { InShow } from "#web/features/room/InShow.tsx";
import { NotStarted } from "#web/features/room/NotStarted.tsx";
import { RoomSidebar } from "#web/features/room/RoomSidebar.tsx";
import { LayerPlace, RoomLayout, RoomStage } from "#web/features/room/RoomStage.tsx";
import { LostRequest } from "#web/features/show/LostRequest.tsx";
import { PublicAgain } from "#web/features/show/PublicAgain.tsx";
import { SpyGate } from "#web/features/show/SpyGate.tsx";
import { defaultGender } from "#web/lib/constants.ts";
import { useElement } from "#web/ui/use-element.ts";

type UnavailableEntry = Extract<RoomEntry, { kind: "not_started" | "in_show" | "blocked" }>;

/** Is this a room whose model is known, but that is not open to the fan now? */
export const isUnavailable = (entry: RoomEntry): entry is UnavailableEntry =>
  entry.kind === "not_started" || entry.kind === "in_show" || entry.kind === "blocked";

type UnavailableRoomProps = {
  entry: UnavailableEntry;
  reload(): Promise<RoomEntry>;
};

/** The place of a room that is not open now: its model's picture, why, and what one can do meanwhile. */
export function UnavailableRoom({ entry, reload }: UnavailableRoomProps) {
  const { slug, model } = entry;
  const [layerHost, layerPlace] = useElement();
  return (
    <RoomLayout
      backdrop={model?.pictures.tall ?? null}
      sidebar={<RoomSidebar slug={slug} gender={model?.gender_id ?? defaultGender} />}
      stage={
        <RoomStage name={model?.artisticName ?? slug}>
          {model && (
            <img
              src={model.pictures.tall}
              alt=""
              className="absolute inset-0 size-full rounded-[inherit] object-cover brightness-50 saturate-50"
            />
          )}
          {entry.kind === "blocked" && (
            <div className="over-stage p-6">
              <div className="rounded-20 bg-black/70 p-6 text-white">
                <h1 className="sr-only">{entry.model.artisticName}</h1>
                <BlockedNotice page={entry.model} onUnblocked={() => void reload()} />
              </div>
            </div>
          )}
          {entry.kind === "in_show" && (
            <InShow entry={entry}>
              <LostRequest slug={slug} name={model?.artisticName ?? slug} />
              <SpyGate entry={entry} container={layerHost} onChanged={() => void reload()} />
              {model && <PublicAgain modelId={model.id} slug={slug} name={model.artisticName} />}
            </InShow>
          )}
          {entry.kind === "not_started" && <NotStarted slug={slug} model={model} />}
          <LayerPlace ref={layerPlace} />
        </RoomStage>
      }
    />
  );
}
