import { useEffect, useRef } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { SentShare } from "#web/ui/states/SentShare.tsx";
import { RemovePicture } from "./RemovePicture.tsx";
import { pictureTypes, usePicture } from "./use-picture.ts";

const sidePixels = 128;

/** The person's picture, and the way to another one: choose, look, save. */
export function AvatarForm({ viewer }: { viewer: FanProfile }) {
  const picture = usePicture(viewer.id);
  const { preview, problem, sent } = picture;
  const input = useRef<HTMLInputElement>(null);
  const buttons = useFocusKept(preview, viewer.avatar);
  return (
    <div className="grid justify-items-center gap-3 text-center">
      {preview === null ? (
        <Avatar name={viewer.login} src={viewer.avatar} size={sidePixels} />
      ) : (
        <img
          src={preview}
          alt={m.settings_picture_preview()}
          width={sidePixels}
          height={sidePixels}
          onError={picture.unreadable}
          className="size-32 rounded-full bg-overlay object-cover"
        />
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(",")}
        aria-label={m.settings_picture()}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void picture.choose(event.target.files?.[0]);
          // Choosing one file twice must be a change twice.
          event.target.value = "";
        }}
      />
      <div ref={buttons} className="flex min-h-11 flex-wrap justify-center gap-2">
        {preview === null ? (
          <>
            <Button tone="outline" onClick={() => input.current?.click()}>
              <Icon name="image" size={18} />
              {m.settings_picture_change()}
            </Button>
            {viewer.avatar !== null && <RemovePicture />}
          </>
        ) : (
          <>
            <Button tone="quiet" disabled={sent !== null} onClick={picture.drop}>
              {m.settings_picture_cancel()}
            </Button>
            <Button tone="primary" busy={sent !== null} onClick={() => void picture.save()}>
              {m.settings_picture_save()}
            </Button>
          </>
        )}
      </div>
      <div className="min-h-9 max-w-[26ch] text-12" aria-live="polite">
        {problem ? (
          <p className="flex items-center justify-center gap-1.5 text-error">
            <Icon name="alert" size={15} />
            {problem}
          </p>
        ) : (
          <p className="text-text-3">
            {sent !== null && <SentShare share={sent} words={m.settings_picture_sending} />}
            {sent === null && (preview === null ? m.settings_picture_hint() : m.settings_picture_preview())}
          </p>
        )}
        {sent !== null && (
          <progress
            value={sent}
            max={1}
            className="mt-1.5 h-1 w-full accent-accent"
            aria-label={m.settings_picture_save()}
          />
        )}
      </div>
    </div>
  );
}

/** Keeps the keyboard where it is when one step's buttons give way to the other's: on the one that leads on. */
function useFocusKept(preview: string | null, avatar: string | null) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef({ preview, avatar });
  useEffect(() => {
    if (before.current.preview === preview && before.current.avatar === avatar) return;
    before.current = { preview, avatar };
    if (document.activeElement === document.body)
      buttons.current?.querySelector<HTMLElement>(preview === null ? "button" : "button:last-child")?.focus();
  }, [preview, avatar]);
  return buttons;
}
