import { Outlet } from "react-router";
import { ConfirmEmailStrip } from "#web/features/account/ConfirmEmailStrip.tsx";
import { RoomOnItsWay } from "#web/features/room/RoomOnItsWay.tsx";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { cx } from "#web/ui/cx.ts";

/** Around the stream pages: the header floats over the picture's light; no menu, no footer, nothing on phones. */
export default function Stage() {
  const viewer = useViewer();
  const waiting = viewer?.validation === "waiting" ? viewer : null;
  return (
    <div
      className={cx(
        "flex min-h-dvh flex-col",
        waiting && "[--below-strip:calc(var(--offline-bar)+2.75rem)] desktop:[--strip:2.75rem]",
      )}
    >
      <div className="contents phone:hidden">
        <SiteHeader clear />
      </div>
      {waiting && <ConfirmEmailStrip viewer={waiting} />}
      <div className={cx("contents", waiting && "phone:[--offline-bar:var(--below-strip)]")}>
        <Outlet />
      </div>
      <RoomOnItsWay fromRoom />
    </div>
  );
}
