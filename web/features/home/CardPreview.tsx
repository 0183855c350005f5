import { useQueryClient } from "@tanstack/react-query";
import { listedCard } from "#web/entities/room/listed-card.ts";
import { LivePicture } from "#web/entities/room/preview/LivePicture.tsx";
import { tagName } from "#web/entities/room/tag-names.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** On the card that is pointed at: the moving picture without a sound, what the room is about, and how far its goal is. */
export function CardPreview({ slug }: { slug: string }) {
  const card = listedCard(useQueryClient(), slug);
  const goal = card?.goal;
  const percent = goal ? Math.min(100, Math.floor((goal.reached / goal.target) * 100)) : 0;
  return (
    <>
      <LivePicture slug={slug} className="room-card-live" />
      <span aria-hidden="true" className="room-card-preview">
        <Pill tone="video">
          <Icon name="mute" size={14} />
          {m.home_preview()}
        </Pill>
        {card?.tags.map((tag) => (
          <Pill key={tag} tone="video">
            {tagName(tag)}
          </Pill>
        ))}
        {goal && (
          <span className="room-card-goal" style={{ backgroundSize: `${percent}% 100%` }}>
            {m.home_goal({ percent })}
          </span>
        )}
      </span>
    </>
  );
}
