import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { noPictureText, saidCause } from "#web/entities/room/no-picture-text.ts";
import { showCameraQuery } from "#web/entities/studio/studio-queries.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { createBrowserSession, followDevice } from "#web/lib/media/whep/browser-session.ts";
import type { WhepAddress } from "#web/lib/media/whep/whep-connection.ts";
import type { PlaybackAnswer } from "#web/lib/media/whep/whep-session.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

/** The camera of the fan of this show, while they send it; it reaches this model alone. */
export function FanCameraView({ showId, name }: { showId: number; name: string }) {
  const { data: camera } = useQuery(showCameraQuery);
  if (camera?.show_id !== showId) return null;
  return <Picture key={showId} place={camera} name={name} />;
}

function Picture({ place, name }: { place: WhepAddress; name: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [muted, setMuted] = useState(false);
  const [session] = useState(() =>
    createBrowserSession(freshCamera, {
      onFrames(total) {
        if (video.current) video.current.dataset.framesDecoded = String(total);
      },
    }),
  );
  const { stream, moving, phase, noPicture } = useStore(session);
  const cause = saidCause(noPicture);
  const [first] = useState(place);
  useEffect(() => {
    session.start(first);
    const stop = followDevice(session, () => session.start(first));
    return () => {
      stop();
      session.leave();
    };
  }, [session, first]);
  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return;
    const letGo = stream.show(element);
    // A page that was never touched may not sound: then it begins without.
    element.play().catch(() => setMuted(true));
    return letGo;
  }, [stream]);
  const label = m.studio_fan_camera({ name });
  return (
    <figure className="grid gap-1.5">
      <div
        data-theme="dark"
        className="relative aspect-[4/3] max-h-72 w-full overflow-hidden rounded-12 bg-[#0b0a10]"
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera shows right now has no captions */}
        <video
          ref={video}
          autoPlay
          playsInline
          muted={muted}
          aria-label={label}
          className="size-full object-contain"
        />
        {!moving && (
          <span className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-center text-14 font-semibold text-white">
            {phase === "elsewhere" ? (
              <>
                <span role="status">{m.room_elsewhere_title()}</span>
                <Button size="sm" tone="solid" onClick={session.resume}>
                  {m.room_elsewhere_action()}
                </Button>
              </>
            ) : cause !== null ? (
              <span role="status">{noPictureText(cause).title}</span>
            ) : (
              <Spinner size={28} />
            )}
          </span>
        )}
        <IconButton
          variant="video"
          icon={muted ? "mute" : "sound"}
          label={muted ? m.studio_fan_camera_unmute() : m.studio_fan_camera_mute()}
          onClick={() => setMuted(!muted)}
          className="absolute right-2 bottom-2"
        />
      </div>
      <figcaption className="text-12 text-text-2">{m.studio_fan_camera_note({ name })}</figcaption>
    </figure>
  );
}

async function freshCamera(): Promise<PlaybackAnswer> {
  const answer = await browserApi.call("GET /api/studio/show-camera");
  if (answer.status === 200)
    return answer.body.camera
      ? { ok: true, playback: answer.body.camera }
      : { ok: false, refusal: "not_live" };
  return { ok: false, refusal: answer.status === 401 || answer.status === 403 ? "refused" : "unreachable" };
}
