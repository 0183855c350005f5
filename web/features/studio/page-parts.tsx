import { Link } from "react-router";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";

/** The way back that stands above the heading of each page of the studio. */
export function BackToStudio() {
  return (
    <Link
      to={studioPath}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-text-2 hover:text-text"
    >
      <Icon name="left" size={18} />
      {m.studio_title()}
    </Link>
  );
}

const placeholders = ["first", "second", "third", "fourth"];

/** Stands for a list of rows until it is read. */
export function LoadingRows() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{m.common_loading()}</span>
      {placeholders.map((name) => (
        <Skeleton key={name} className="h-[124px] rounded-16" />
      ))}
    </div>
  );
}
