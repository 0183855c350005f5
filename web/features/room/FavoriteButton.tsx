import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { toast } from "#web/ui/toast.ts";

/** The heart: shows the wish at once, and takes it back when it could not be saved. */
export function FavoriteButton({ modelId, liked }: { modelId: number; liked: boolean }) {
  const [wished, setWished] = useState(liked);
  const toggle = async () => {
    const next = !wished;
    setWished(next);
    const endpoint = next ? "POST /api/fan/liked-model" : "POST /api/fan/disliked-model";
    const answer = await browserApi.call(endpoint, { body: { model_id: modelId } });
    if (answer.status === 200) return;
    setWished(!next);
    toast({ kind: "error", text: m.room_favorite_failed() });
  };
  return (
    <IconButton
      icon="heart"
      variant="video"
      label={wished ? m.room_favorite_remove() : m.room_favorite_add()}
      aria-pressed={wished}
      filled={wished}
      onClick={toggle}
      className={cx("size-10 phone:size-11", wished && "text-[#FF5C93]")}
    />
  );
}
