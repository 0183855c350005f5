import type { CameraRefusal } from "#web/lib/media/camera/camera-devices.ts";
import type { NoPicture } from "#web/lib/media/no-picture.ts";
import type { WhipRefusal } from "#web/lib/media/whip/whip-connection.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { hasWebRtc } from "#web/lib/platform/webrtc.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { Onair } from "../studio-state.ts";
import type { Publisher } from "./use-publisher.ts";

const cameraWords: Record<CameraRefusal, () => string> = {
  denied: () => m.studio_camera_denied(),
  missing: () => m.studio_camera_missing(),
  busy: () => m.studio_camera_busy(),
  unsupported: () => m.studio_camera_unsupported(),
};
const whipWords: Record<WhipRefusal | Exclude<NoPicture, "publisher_away">, () => string> = {
  network: () => m.studio_refused_network(),
  key_refused: () => m.studio_refused_key_refused(),
  not_allowed: () => m.studio_refused_not_allowed(),
  unreachable: () => m.studio_refused_unreachable(),
  no_webrtc: () => m.studio_refused_no_webrtc(),
  format: () => m.studio_refused_format(),
  full: () => m.studio_refused_full(),
  server_away: () => m.studio_refused_unreachable(),
};

type PreviewNoticeProps = {
  publisher: Publisher;
  onair: Onair;
  paused: boolean;
  /** The model's note about their break, if any. */
  note?: string | null;
};

/** The obstacle to a picture, in the middle of the stage: one sentence and the way on. */
export function PreviewNotice({ publisher, onair, paused, note = null }: PreviewNoticeProps) {
  const { camera, cameraState, whipState } = publisher;
  const unable = useHydrated() && !hasWebRtc();
  const turnOn = (
    <Button tone="primary" onClick={() => void camera.turnOn()}>
      <Icon name="video" size={18} />
      {m.studio_camera_turn_on()}
    </Button>
  );
  if (cameraState.phase === "asking") {
    return <Notice art={<Spinner size={28} />} title={m.studio_camera_asking()} />;
  }
  if (cameraState.phase === "refused") {
    const why = cameraWords[cameraState.refusal ?? "missing"]();
    return <Notice icon="alert" text={why} action={turnOn} />;
  }
  if (paused) {
    const text = onair === "elsewhere" ? m.studio_break_elsewhere() : m.studio_break_text();
    const noteText = note === null ? null : <p className="wrap-anywhere">{m.studio_break_said({ note })}</p>;
    return <Notice plate icon="pause" title={m.studio_break_title()} text={text} action={noteText} />;
  }
  if (onair === "silent") {
    const action = cameraState.phase === "off" ? turnOn : null;
    const [title, text] = [m.studio_silent_title(), m.studio_silent_text()];
    return <Notice plate icon="alert" title={title} text={text} action={action} />;
  }
  if (cameraState.phase === "off") {
    if (unable && onair !== "elsewhere") return <Notice icon="alert" text={whipWords.no_webrtc()} />;
    return onair === "elsewhere" ? (
      <Notice icon="signal" title={m.studio_taken_title()} action={turnOn} />
    ) : (
      <Notice
        icon="video"
        title={m.studio_camera_off_title()}
        text={m.studio_camera_off_text()}
        action={turnOn}
      />
    );
  }
  if (whipState.phase === "refused") {
    return <Notice plate icon="alert" text={whipWords[whipState.refusal ?? "unreachable"]()} />;
  }
  const { noPicture } = whipState;
  if (noPicture !== null && noPicture !== "publisher_away")
    return <Notice plate icon="alert" text={whipWords[noPicture]()} />;
  if (onair === "elsewhere") {
    const replaced = whipState.phase === "taken";
    const title = replaced ? m.studio_replaced_title() : m.studio_taken_title();
    const text = replaced ? m.studio_replaced_text() : undefined;
    return <Notice plate icon="signal" title={title} text={text} />;
  }
  return cameraState.cameraOn ? null : <Notice icon="eyeOff" text={m.studio_camera_hidden()} />;
}

type NoticeProps = {
  icon?: IconName;
  art?: React.ReactNode;
  title?: string;
  text?: string | undefined;
  action?: React.ReactNode;
  /** A dark ground, since a picture may be behind it. */
  plate?: boolean;
};

function Notice({ icon, art, title, text, action, plate = false }: NoticeProps) {
  return (
    <div
      role="status"
      className="absolute inset-0 z-1 grid place-items-center p-6 max-lg:bottom-(--chat-height) max-lg:px-4 max-lg:pt-19 max-lg:pb-0"
    >
      <div
        className={`grid max-w-[300px] justify-items-center gap-2 rounded-16 p-5 text-center max-lg:p-2 ${plate ? "bg-[#0b0a10e0]" : ""}`}
      >
        {/* A phone's stage has room for the words alone, above the chat. */}
        <span
          className={`mb-1 grid size-14 place-items-center rounded-full bg-overlay text-text-2 ${art ? "" : "max-lg:hidden"}`}
        >
          {art ?? (icon && <Icon name={icon} size={26} />)}
        </span>
        {title && <h2 className="text-16!">{title}</h2>}
        {text && <p className="text-text-2">{text}</p>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
