import { useQuery } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonTone } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { modelQuery } from "./model-page.ts";
import { useNotify } from "./use-notify.ts";

type NotifyButtonProps = {
  slug: string;
  /** The one accent of its view by default. */
  tone?: ButtonTone;
};

/** Where a model cannot be watched now: asks to be notified when they can, or no longer. For fans; drawn once it is known how it stands. */
export function NotifyButton({ slug, tone }: NotifyButtonProps) {
  const isFan = useViewer()?.role === "fan";
  const page = useQuery({ ...modelQuery(slug), enabled: isFan }).data;
  return page ? <Toggle page={page} tone={tone} /> : null;
}

function Toggle({ page, tone = "primary" }: { page: ModelPage; tone: ButtonTone | undefined }) {
  const notify = useNotify(page);
  return (
    <Button
      tone={tone}
      aria-pressed={page.notified}
      className="pointer-events-auto"
      onClick={() => void notify(!page.notified)}
    >
      <Icon name={page.notified ? "check" : "bell"} />
      {m.profile_notify({ name: page.artisticName })}
    </Button>
  );
}
