import { isRouteErrorResponse } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { Logo } from "#web/ui/pictures/Logo.tsx";

type Shown = { status: number; message: string };

/** The page in the place of one that failed: status, message, an id to quote, and the way home. */
export function ErrorPage({ error }: { error: unknown }) {
  const { requestId } = usePageConfig();
  const { status, message } = describe(error);
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="grid justify-items-center gap-3">
        {/* Links here load a new document: the state of this one is what failed. */}
        <a href="/" aria-label={m.nav_home({ site: siteName() })} className="mb-6 rounded-8">
          <Logo />
        </a>
        <p className="text-[64px] leading-none font-bold tracking-[-.04em] text-text-3">{status}</p>
        <h1 className="max-w-[24ch]">{message}</h1>
        {requestId !== "" && <p className="text-12 text-text-3">{m.error_id({ id: requestId })}</p>}
        <a href="/" className={`${buttonClass("solid")} mt-4`}>
          {m.error_home()}
        </a>
      </div>
    </main>
  );
}

/** The statuses with which the API says that the requested thing cannot exist. */
const badAddress = new Set([400, 414, 422]);

/** A route's deliberate refusal has a text of its own; the text of an `Error` is for engineers and is not shown. */
function describe(error: unknown): Shown {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return { status: 404, message: m.error_not_found_status() };
    const stated = typeof error.data === "string" ? error.data : messageOf(error.data);
    const usual = badAddress.has(error.status)
      ? m.error_address()
      : error.statusText || m.error_page_failed();
    return { status: error.status, message: stated || usual };
  }
  const thrown = error instanceof Error ? null : (error as { status?: unknown } | null);
  const status = typeof thrown?.status === "number" ? thrown.status : 500;
  return { status, message: messageOf(thrown) || m.error_page_failed() };
}

function messageOf(data: unknown): string {
  const message = (data as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : "";
}
