import { Outlet } from "react-router";
import { RoomOnItsWay } from "#web/features/room/RoomOnItsWay.tsx";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";

/** Around the stream pages: the header floats over the picture's light; no menu, no footer, nothing on phones. */
export default function Stage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="contents phone:hidden">
        <SiteHeader clear />
      </div>
      <Outlet />
      <RoomOnItsWay fromRoom />
    </div>
  );
}
