import type { Room } from "#contract/live.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { RoomPlayer } from "#web/features/player/RoomPlayer.tsx";
import { RoomSidebar } from "#web/features/room/RoomSidebar.tsx";
import { LayerPlace, RoomLayout, RoomStage } from "#web/features/room/RoomStage.tsx";
import { frameOf } from "#web/features/show/show-texts.ts";
import { useRoomControls } from "./room-controls.ts";
import { RoomLayers } from "./RoomLayers.tsx";
import { RoomScene } from "./RoomScene.tsx";
import { RoomSide } from "./RoomSide.tsx";

type RoomViewProps = {
  room: Room;
  reload(): Promise<RoomEntry>;
  /** Where to go on once the fan has read that a show is over; without it the page stays. */
  afterShow?(over: OverShow): void;
};

/** A room one is in: the features side by side, each knowing nothing of the others. */
export function RoomView({ room, reload, afterShow }: RoomViewProps) {
  const { model } = room;
  const controls = useRoomControls(room);
  const { page, stage, covered, show, beginning, layerPlace } = controls;
  return (
    <RoomPlayer slug={model.login} room={room}>
      <RoomLayout
        ref={page}
        backdrop={model.pictures.tall}
        sidebar={<RoomSidebar slug={model.login} gender={model.gender_id} />}
        stage={
          <RoomStage
            ref={stage}
            name={model.artisticName}
            raised={covered}
            frame={show && frameOf(show, beginning)}
          >
            <RoomScene room={room} controls={controls} />
            <LayerPlace ref={layerPlace} />
            <RoomLayers room={room} controls={controls} afterShow={afterShow} />
          </RoomStage>
        }
        chat={<RoomSide room={room} controls={controls} reload={reload} />}
      />
    </RoomPlayer>
  );
}
