import { useState } from "react";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { InShow } from "#web/features/room/InShow.tsx";
import { NotStarted } from "#web/features/room/NotStarted.tsx";
import { RoomSidebar } from "#web/features/room/RoomSidebar.tsx";
import { LayerPlace, RoomLayout, RoomStage } from "#web/features/room/RoomStage.tsx";
import { PublicAgain } from "#web/features/show/PublicAgain.tsx";
import { SpyGate } from "#web/features/show/SpyGate.tsx";
import { DEFAULT_GENDER } from "#web/lib/constants.ts";

type ShutRoomProps = {
  entry: Extract<RoomEntry, { kind: "not_started" | "in_show" }>;
  reload(): Promise<RoomEntry>;
};

/** The place of a room that is not open now: its model's picture, why, and what one can do meanwhile. */
export function ShutRoom({ entry, reload }: ShutRoomProps) {
  const { slug, model } = entry;
  const [layerHost, setLayerHost] = useState<HTMLElement | null>(null);
  return (
    <RoomLayout
      backdrop={model?.pictures.tall ?? null}
      sidebar={<RoomSidebar slug={slug} gender={model?.gender_id ?? DEFAULT_GENDER} />}
      stage={
        <RoomStage name={model?.artisticName ?? slug}>
          {model && (
            <img
              src={model.pictures.tall}
              alt=""
              className="absolute inset-0 size-full rounded-[inherit] object-cover brightness-50 saturate-50"
            />
          )}
          {entry.kind === "in_show" ? (
            <InShow entry={entry}>
              <SpyGate entry={entry} container={layerHost} onEnter={() => void reload()} />
              {model && <PublicAgain modelId={model.id} slug={slug} name={model.artisticName} />}
            </InShow>
          ) : (
            <NotStarted slug={slug} model={model} />
          )}
          <LayerPlace ref={setLayerHost} />
        </RoomStage>
      }
      chat={<ChatPlace />}
    />
  );
}

/** Holds the chat's column, so that the stage does not move when the room opens. */
function ChatPlace() {
  return <div className="phone:hidden" />;
}
