import { Suspense } from "react";
import { Outlet, useMatches } from "react-router";
import { SiteHeader } from "#web/features/shell/SiteHeader.tsx";
import { isResendHidden } from "#web/lib/account/resend-hidden.ts";
import { lazily } from "#web/lib/later.tsx";
import { useViewer } from "#web/lib/viewer.ts";
import type { Route } from "./+types/area.ts";

export const loader = ({ request }: Route.LoaderArgs) => ({
  resendHidden: isResendHidden(request.headers.get("cookie") ?? ""),
});

export const clientLoader = async () => ({ resendHidden: isResendHidden(document.cookie) });

export const shouldRevalidate = () => false;

const ConfirmEmailAlert = lazily(() =>
  import("#web/features/account/ConfirmEmailAlert.tsx").then((file) => file.ConfirmEmailAlert),
);

/** Around the model's own pages: the header, and what her account waits for. */
export default function Area({ loaderData: { resendHidden } }: Route.ComponentProps) {
  const viewer = useViewer();
  const isBare = useMatches().some(
    ({ handle }) => (handle as { head?: boolean } | undefined)?.head === false,
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <div className={isBare ? "contents max-lg:hidden" : "contents"}>
        <SiteHeader />
      </div>
      {viewer?.validation === "waiting" && (
        <Suspense>
          <ConfirmEmailAlert viewer={viewer} resendHidden={resendHidden} />
        </Suspense>
      )}
      <Outlet />
    </div>
  );
}
