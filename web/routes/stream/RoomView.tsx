import { useState } from "react";
import type { Room } from "#contract/live.ts";
import type { RoomEntry } from "#web/entities/room/room-entry.ts";
import { roomShapes } from "#web/entities/room/room-shape.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { RoomPlayer, useRoomPlayer } from "#web/features/player/RoomPlayer.tsx";
import { RoomOffers } from "#web/features/room/RoomOffers.tsx";
import { RoomSidebar } from "#web/features/room/RoomSidebar.tsx";
import { LayerPlace, RoomLayout, type RoomLayoutProps, RoomStage } from "#web/features/room/RoomStage.tsx";
import { useTheatreKey } from "#web/features/room/theatre.ts";
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
      <ShapedLayout
        slug={model.login}
        expected={room.shape}
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
        offers={<RoomOffers room={room} onItem={controls.closed === null ? controls.openItem : null} />}
        chat={<RoomSide room={room} controls={controls} reload={reload} />}
      />
    </RoomPlayer>
  );
}

type ShapedLayoutProps = RoomLayoutProps & { slug: string; expected: Room["shape"] };

/**
 * The layout for the shape of the picture that plays. Before the first frame it is the shape that the server or this tab
 * saw last, so that nothing jumps when it comes.
 */
function ShapedLayout({ slug, expected, ...layout }: ShapedLayoutProps) {
  useTheatreKey();
  const { size, landscape } = useRoomPlayer();
  const [seen] = useState(() => roomShapes.get()[slug]);
  const shown = size && (landscape ? "wide" : "tall");
  return <RoomLayout {...layout} shape={shown ?? seen ?? expected ?? "tall"} />;
}
