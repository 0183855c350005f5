import { useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/pictures/Icon.tsx";
import { ModeDialog } from "./ModeDialog.tsx";
import { Control } from "./publish/Control.tsx";
import { useStudioSession } from "./session/studio-session.tsx";

type Mode = "public" | "private" | "vip" | "promo";

const modes: Record<Mode, { icon: IconName; text: () => string }> = {
  public: { icon: "eye", text: m.common_badge_public },
  private: { icon: "lock", text: m.common_badge_private },
  vip: { icon: "crown", text: m.common_badge_vip },
  promo: { icon: "gift", text: m.common_badge_promo },
};

/** Says the mode of the room, and opens the ways into another one. */
export function ModeControl({ studio: { stream } }: { studio: Studio }) {
  const { shows } = useStudioSession();
  const [choosing, setChoosing] = useState(false);
  const show = shows.data?.show ?? null;
  const { icon, text } = modes[show?.mode ?? "public"];
  return (
    <>
      <Control
        icon={icon}
        text={text()}
        title={m.studio_mode_change()}
        aria-haspopup="dialog"
        disabled={stream.status === "stopped"}
        className={show ? "bg-private-fill! text-white!" : undefined}
        onClick={() => setChoosing(true)}
      />
      {choosing && <ModeDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
