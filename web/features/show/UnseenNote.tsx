import { noPictureText, type SaidCause } from "#web/entities/room/no-picture-text.ts";
import { m } from "#web/paraglide/messages.js";

/** Why no show is offered on this device, and what one can do. */
export function UnseenNote({ cause }: { cause: SaidCause }) {
  const { title, text } = noPictureText(cause);
  return (
    <div role="status" className="grid gap-1.5 rounded-16 bg-overlay px-4 py-3 text-left text-14 text-text">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      <p>{m.picture_no_show()}</p>
    </div>
  );
}
