import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Reportable } from "./report-labels.ts";

const ReportDialog = openedComponent(
  () => import("./ReportDialog.tsx").then((file) => file.ReportDialog),
  dialogPlace,
);

type ReportButtonProps = {
  /**
   * The things that can be reported here; asked for when the dialog opens, so that a chat's newest lines are among
   * them.
   */
  targets(): readonly Reportable[];
  /** `icon`: a drawing alone, for a head that is full. */
  variant?: "text" | "icon";
  className?: string;
};

/** Reports what stands here. A guest is led to the form for everybody, which knows the page they come from. */
export function ReportButton({ targets, variant = "text", className }: ReportButtonProps) {
  const viewer = useViewer();
  const { pathname } = useLocation();
  const [reported, setReported] = useState<readonly Reportable[] | null>(null);
  if (viewer === null)
    return (
      <Link to={`/content-removal?page=${encodeURIComponent(pathname)}`} className={cx(quiet, className)}>
        <Text />
      </Link>
    );
  const open = () => setReported(targets());
  return (
    <>
      {variant === "icon" ? (
        <IconButton
          icon="flag"
          iconSize={18}
          label={m.report()}
          aria-haspopup="dialog"
          onClick={open}
          className={className}
        />
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={open} className={cx(quiet, className)}>
          <Text />
        </button>
      )}
      {reported && <ReportDialog targets={reported} onClose={() => setReported(null)} />}
    </>
  );
}

const quiet =
  "-mx-2 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-12 px-2 text-14 text-text-3 hover:text-text";

function Text(): ReactNode {
  return (
    <>
      <Icon name="flag" size={16} />
      {m.report()}
    </>
  );
}
