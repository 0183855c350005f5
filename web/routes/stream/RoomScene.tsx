import type { Room } from "#contract/live.ts";
import type { ShowState } from "#contract/show-state.ts";
import { LatencyChip, PhoneBar, PlayerBar } from "#web/features/player/PlayerBar.tsx";
import { PlayerNotice } from "#web/features/player/PlayerNotice.tsx";
import { PlayerPicture } from "#web/features/player/PlayerPicture.tsx";
import { UnmuteOverlay } from "#web/features/player/UnmuteOverlay.tsx";
import { EarlyLayers } from "#web/features/room/EarlyLayers.tsx";
import { GoalBar } from "#web/features/room/GoalBar.tsx";
import { NeighbourButtons } from "#web/features/room/NeighbourButtons.tsx";
import { ReactionOverlay } from "#web/features/room/ReactionOverlay.tsx";
import { RoomActions } from "#web/features/room/RoomActions.tsx";
import { InSight, RoomFooter, RoomPreview } from "#web/features/room/RoomStage.tsx";
import { RoomTop } from "#web/features/room/RoomTop.tsx";
import { TheatreButton } from "#web/features/room/TheatreButton.tsx";
import { WallLink } from "#web/features/room/WallLink.tsx";
import { LowTokens } from "#web/features/show/LowTokens.tsx";
import { ShowBar } from "#web/features/show/ShowBar.tsx";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { type RoomControls, roomActions } from "./room-controls.ts";
import { GiftTray } from "./RoomLayers.tsx";

const FanCameraBox = openedComponent(() =>
  import("#web/features/show/camera/FanCameraBox.tsx").then((file) => file.FanCameraBox),
);

type RoomSceneProps = { room: Room; controls: RoomControls };

/** The picture, with what stands on it: the model above, the buttons of wide screens below. */
export function RoomScene({ room, controls }: RoomSceneProps) {
  const { model, pause, pause_note: note } = room;
  const { show, inShow, drag, openLayer } = controls;
  const noticed = { slug: model.login, name: model.artisticName, show, pause, note };
  return (
    <>
      <PlayerPicture slug={model.login} poster={model.pictures.tall} />
      <RoomTop
        room={room}
        balance={controls.balance}
        onVip={() => openLayer("vip")}
        latency={<LatencyChip short className="ml-auto desktop:hidden" />}
        meter={show && <RoomMeter {...{ room, controls, show }} className="desktop:hidden" silent />}
        notice={show && <PlayerNotice {...noticed} below />}
        corner={mayShowCamera(room, show) && <FanCameraBox key={show?.id} name={model.artisticName} />}
      >
        <PhoneBar />
        {!inShow && (
          <WallLink
            slug={model.login}
            className="rounded-full bg-[rgb(11_10_16/.62)] hover:bg-[rgb(11_10_16/.82)]"
          />
        )}
      </RoomTop>
      {drag.preview && <RoomPreview {...drag.preview} onStay={drag.stay} />}
      <UnmuteOverlay />
      <InSight>
        <PlayerNotice {...noticed} />
      </InSight>
      <ReactionOverlay queue={controls.reactions} />
      {/* Before the buttons: a page is shown while it is still being read, and they would open nothing. */}
      <EarlyLayers onOpen={openLayer} />
      <SceneFooter room={room} controls={controls} />
    </>
  );
}

function SceneFooter({ room, controls }: RoomSceneProps) {
  const { layer, gift, balance, closed, closeLayer, inShow, show, stage, rooms } = controls;
  return (
    <RoomFooter>
      {layer === "gifts" && <GiftTray tip={gift} balance={balance} closed={closed} onClose={closeLayer} />}
      {room.goal && !inShow && (
        <div data-unless-beside="" className="phone:hidden">
          <GoalBar goal={room.goal} />
        </div>
      )}
      {show && <RoomMeter {...{ room, controls, show }} className="phone:hidden" />}
      <RoomActions {...roomActions(room, controls)} />
      <PlayerBar stage={stage}>
        {!inShow && <NeighbourButtons rooms={rooms} />}
        {!inShow && <WallLink slug={room.model.login} className="rounded-12 hover:bg-[#fff2]" />}
        <TheatreButton />
      </PlayerBar>
    </RoomFooter>
  );
}

type RoomMeterProps = RoomSceneProps & { show: ShowState; className: string; silent?: boolean };

function RoomMeter({ room, controls, show, className, silent = false }: RoomMeterProps) {
  return (
    <ShowBar
      show={show}
      name={room.model.artisticName}
      silent={silent}
      onLeave={() => controls.askLeaving(true)}
      className={className}
    >
      <LowTokens show={show} />
    </ShowBar>
  );
}

/** The payer of a show may show their camera, where the model takes one. */
function mayShowCamera({ terms }: Room, show: ShowState | null): boolean {
  return show !== null && show.role === "payer" && show.state !== "ended" && terms.two_way_allowed;
}
