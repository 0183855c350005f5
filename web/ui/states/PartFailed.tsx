import { m } from "#web/paraglide/messages.js";
import { Button } from "../buttons/Button.tsx";
import { cx } from "../cx.ts";

/** A query's state of reading a part of a page. */
export type PartRead = {
  data: unknown;
  /**
   * The query has been answered, or has failed, since it is shown: the server draws no failure, whose page asks again.
   */
  isFetchedAfterMount: boolean;
  isFetching: boolean;
  refetch(): Promise<unknown>;
};

/** Whether there is nothing to show, also while it is tried again. */
export const hasFailed = ({ data, isFetchedAfterMount }: PartRead): boolean =>
  data === undefined && isFetchedAfterMount;

type PartFailedProps = { read: PartRead; text?: string; className?: string };

/** In a part of a page that could not be read while the rest is of use: says so, with another try. Nothing otherwise. */
export function PartFailed({ read, text, className }: PartFailedProps) {
  if (!hasFailed(read)) return null;
  return (
    <div role="alert" className={cx("flex flex-wrap items-center justify-between gap-3", className)}>
      <p className="text-text-2">{text ?? m.error_load_title()}</p>
      <Button busy={read.isFetching} onClick={() => void read.refetch()}>
        {m.common_retry()}
      </Button>
    </div>
  );
}
