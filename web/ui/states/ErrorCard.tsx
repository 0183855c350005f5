import type { ReactNode } from "react";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "../buttons/Button.tsx";
import { Icon } from "../pictures/Icon.tsx";

export type ErrorCardProps = {
  title?: string;
  text?: ReactNode;
  /** The error that the query threw: support asks for status and request id of a {@link FailedAnswer}. */
  error?: unknown;
  onRetry?(): void;
  /** Stands beside Retry; the way home unless given, and null in a dialog or a part of a page. */
  action?: ReactNode;
  /** `h1` where the page has no other heading. */
  headingLevel?: "h1" | "h2";
};

/** Something could not be loaded: what, Retry and the way home, and an id to quote. */
export function ErrorCard({
  title,
  text,
  error,
  onRetry,
  action = <ButtonLink to="/">{m.error_home()}</ButtonLink>,
  headingLevel: Heading = "h2",
}: ErrorCardProps) {
  const quoted = quoteOf(error);
  return (
    <div role="alert" className="grid justify-items-center gap-1.5 px-6 py-10 text-center">
      <BrokenWindow />
      <Heading className="mt-2.5 text-20!">{title ?? m.error_load_title()}</Heading>
      <p className="max-w-[34ch] text-text-2">{text ?? m.error_load_text()}</p>
      <div className="mt-3.5 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button tone="primary" onClick={onRetry}>
            <Icon name="refresh" size={18} />
            {m.common_retry()}
          </Button>
        )}
        {action}
      </div>
      {quoted && <p className="mt-3.5 text-12 wrap-anywhere text-text-3">{quoted}</p>}
    </div>
  );
}

/** Status and id of the answer that failed; nothing where none came. */
function quoteOf(error: unknown): string | null {
  if (!(error instanceof FailedAnswer) || error.status === 0) return null;
  const status = String(error.status);
  const id = error.requestId;
  return id === undefined ? m.error_status({ status }) : m.error_status_id({ status, id });
}

/** The window of the logo, cracked. */
function BrokenWindow() {
  return (
    <svg viewBox="0 0 168 112" width={168} height={112} aria-hidden="true">
      <path d="M34 90V58a50 50 0 0 1 100 0v32Z" className="fill-overlay" />
      <path
        d="M84 90V12M84 90 46 30M84 90l38-60M84 90 34 66M84 90l50-24"
        strokeWidth="5"
        className="stroke-bg"
      />
      <path
        d="m70 22 12 20-10 6 16 22"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-error"
      />
      <rect x="24" y="90" width="120" height="7" rx="3.5" className="fill-control" />
    </svg>
  );
}
