import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import type { Source } from "./use-source.ts";

/** Over a film or picture that did not come: why, and another try. */
export function SourceFailed({ source }: { source: Source }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-3 bg-bg p-6 text-center"
    >
      <Icon name="alert" size={26} className="text-error" />
      <p className="max-w-[40ch] text-balance">{m.content_source_failed()}</p>
      <Button tone="solid" busy={source.busy} onClick={source.retry}>
        <Icon name="refresh" size={18} />
        {m.common_retry()}
      </Button>
    </div>
  );
}
