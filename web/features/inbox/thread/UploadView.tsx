import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import type { ThreadItem, Upload } from "./thread-item.ts";
import type { ThreadSession } from "./thread-session.ts";

type UploadViewProps = { thread: ThreadSession; item: ThreadItem; upload: Upload };

/** A file on its way, shown from this page's own copy, with how much of it has been sent and a way to give it up. */
export function UploadView({ thread, item, upload }: UploadViewProps) {
  const { preview, file, share } = upload;
  const percent = Math.round(share * 100);
  return (
    <div className="relative grid w-[300px] max-w-full overflow-hidden rounded-16 bg-black">
      {item.message.media?.type === "video" ? (
        <video
          src={preview}
          muted
          playsInline
          preload="metadata"
          className="max-h-[360px] min-h-40 w-full opacity-60"
        />
      ) : (
        <img
          src={preview}
          alt={file.name}
          className="max-h-[360px] min-h-24 w-full object-cover opacity-60"
        />
      )}
      {item.state === "sending" && (
        <div className="absolute inset-0 grid place-items-center">
          <div className="relative grid size-14 place-items-center rounded-full bg-plate text-white">
            <Ring share={share} />
            <IconButton
              icon="x"
              label={m.inbox_cancel_upload({ name: file.name })}
              onClick={() => thread.discard(item.key)}
              className="absolute! inset-0 size-14! rounded-full! text-white!"
            />
          </div>
          <progress value={share} max={1} className="sr-only" aria-label={file.name} />
          <span className="absolute right-2 bottom-2 rounded-6 bg-plate px-2 py-0.5 text-12 font-semibold text-white">
            {m.inbox_upload_percent({ percent: String(percent) })}
          </span>
        </div>
      )}
    </div>
  );
}

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 56 56" className="absolute inset-0 -rotate-90" aria-hidden="true">
      <circle cx="28" cy="28" r="25" fill="none" stroke="#fff4" strokeWidth="4" />
      <circle
        cx="28"
        cy="28"
        r="25"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        pathLength={100}
        strokeDasharray={`${share * 100} 100`}
      />
    </svg>
  );
}
