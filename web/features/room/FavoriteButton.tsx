import { useLike } from "#web/entities/room/use-like.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";

/** The heart of the room's model. */
export function FavoriteButton({ modelId, liked }: { modelId: number; liked: boolean }) {
  const like = useLike();
  return (
    <IconButton
      icon="heart"
      variant="video"
      label={liked ? m.room_favorite_remove() : m.room_favorite_add()}
      filled={liked}
      onClick={() => void like({ id: modelId, liked: !liked })}
      className={cx("size-10 phone:size-11", liked && "text-accent")}
    />
  );
}
