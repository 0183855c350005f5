import { Outlet } from "react-router";
import { PressedCard } from "#web/features/room/PressedCard.tsx";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";

/** Around the stream pages: the header floats over the picture's light; no menu, no footer, nothing on phones. */
export default function Stage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="contents phone:hidden">
        <SiteHeader clear />
      </div>
      <Outlet />
      <PressedCard fromRoom />
    </div>
  );
}
