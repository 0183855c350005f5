import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Goes on with this room beside others. */
export function WallLink({ slug, className }: { slug: string; className: string }) {
  return (
    <Link
      to={`/stream/wall/${slug}`}
      aria-label={m.wall_beside()}
      title={m.wall_beside()}
      className={cx("grid size-11 flex-none place-items-center text-white", className)}
    >
      <Icon name="grid" />
    </Link>
  );
}
