import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

export type ErrorCardProps = {
  title?: string;
  text?: ReactNode;
  /** Request id that support can look up. */
  id?: string;
  onRetry?(): void;
  /** Stands beside Retry, for example a link home. */
  action?: ReactNode;
  /** `h1` where the page has no other heading. */
  headingLevel?: "h1" | "h2";
};

/** Something could not be loaded: what, an id to quote, and Retry. */
export function ErrorCard({
  title,
  text,
  id,
  onRetry,
  action,
  headingLevel: Heading = "h2",
}: ErrorCardProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-1.5 px-6 py-10 text-center">
      <span className="mb-2.5 grid size-14 place-items-center rounded-full bg-error-soft text-error">
        <Icon name="alert" size={26} />
      </span>
      <Heading className="text-20!">{title ?? m.error_load_title()}</Heading>
      <p className="max-w-[40ch] text-text-2">{text ?? m.error_load_text()}</p>
      {id && <p className="text-12 text-text-3">{m.error_id({ id })}</p>}
      <div className="mt-3.5 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button tone="solid" onClick={onRetry}>
            <Icon name="refresh" size={18} />
            {m.common_retry()}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
