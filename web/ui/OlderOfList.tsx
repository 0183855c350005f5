import { m } from "#web/paraglide/messages.js";
import { Button } from "./buttons/Button.tsx";

type OlderOfListProps = {
  loading: boolean;
  failed: boolean;
  onWanted(): void;
};

/** Asks for the next page of a list, the latest first, by a press; says when it could not be had. */
export function OlderOfList({ loading, failed, onWanted }: OlderOfListProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {failed && !loading && (
        <p role="alert" className="text-text-2">
          {m.error_load_title()}
        </p>
      )}
      <Button tone="plain" busy={loading} onClick={onWanted}>
        {failed ? m.common_retry() : m.notifications_older()}
      </Button>
    </div>
  );
}
