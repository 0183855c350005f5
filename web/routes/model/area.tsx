import { Suspense } from "react";
import { Outlet, useMatches } from "react-router";
import { isResendHidden } from "#web/entities/account/resend-hidden.ts";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { cx } from "#web/ui/cx.ts";
import type { Route } from "./+types/area.ts";

export const loader = ({ request }: Route.LoaderArgs) => ({
  resendHidden: isResendHidden(request.headers.get("cookie") ?? ""),
});

export const clientLoader = async () => ({ resendHidden: isResendHidden(document.cookie) });

export const shouldRevalidate = () => false;

const ConfirmEmailAlert = lazyComponent(() =>
  import("#web/features/account/ConfirmEmailAlert.tsx").then((file) => file.ConfirmEmailAlert),
);

/** Around the model's own pages: the header, and what their account waits for. */
export default function Area({ loaderData: { resendHidden } }: Route.ComponentProps) {
  const viewer = useViewer();
  const frames = useMatches().map(({ handle }) => handle as { head?: boolean; fills?: boolean } | undefined);
  const isBare = frames.some((frame) => frame?.head === false);
  const fills = frames.some((frame) => frame?.fills);
  return (
    <div className={cx("flex flex-col", fills ? "h-dvh" : "min-h-dvh")}>
      <div className={isBare ? "contents max-lg:hidden" : "contents"}>
        <SiteHeader />
      </div>
      {viewer?.validation === "waiting" && (
        <Suspense>
          <ConfirmEmailAlert viewer={viewer} resendHidden={resendHidden} />
        </Suspense>
      )}
      {fills ? (
        <div className="flex min-h-0 flex-1 flex-col">
          <Outlet />
        </div>
      ) : (
        <Outlet />
      )}
    </div>
  );
}
