import { useQuery } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { modelQuery } from "./model-page.ts";
import { useNotify } from "./use-notify.ts";

/** Where a model is not live: asks to be told when she is, or no longer. For fans; drawn once it is known how it stands. */
export function NotifyButton({ slug }: { slug: string }) {
  const isFan = useViewer()?.role === "fan";
  const page = useQuery({ ...modelQuery(slug), enabled: isFan }).data;
  return page ? <Toggle page={page} /> : null;
}

function Toggle({ page }: { page: ModelPage }) {
  const notify = useNotify(page);
  return (
    <Button
      tone="primary"
      aria-pressed={page.notified}
      className="pointer-events-auto"
      onClick={() => void notify(!page.notified)}
    >
      <Icon name={page.notified ? "check" : "bell"} />
      {m.profile_notify({ name: page.artisticName })}
    </Button>
  );
}
