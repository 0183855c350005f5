import { useQuery } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass, type ButtonTone } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { modelQuery } from "./model-page.ts";
import { useNotify } from "./use-notify.ts";

type NotifyButtonProps = {
  slug: string;
  name: string;
  /** The one accent of its view by default. */
  tone?: ButtonTone;
};

/** A sentence with a name in it may be longer than a phone is wide. */
const wraps = "whitespace-normal!";

/** Where a model cannot be watched now: asks to be notified when they can, or no longer. For fans; seen once it is known how it stands. */
export function NotifyButton({ slug, name, tone = "primary" }: NotifyButtonProps) {
  const isFan = useViewer()?.role === "fan";
  const { data: page, isPending } = useQuery({ ...modelQuery(slug), enabled: isFan });
  if (page) return <Toggle page={page} tone={tone} />;
  // Its place is kept: what stands around it would move when it comes.
  return (
    isFan &&
    isPending && (
      <span aria-hidden="true" className={cx(buttonClass(tone), wraps, "invisible")}>
        <Icon name="bell" />
        {m.profile_notify({ name })}
      </span>
    )
  );
}

function Toggle({ page, tone }: { page: ModelPage; tone: ButtonTone }) {
  const notify = useNotify(page);
  return (
    <Button
      tone={tone}
      aria-pressed={page.notified}
      className={cx(wraps, "pointer-events-auto")}
      onClick={() => void notify(!page.notified)}
    >
      <Icon name={page.notified ? "check" : "bell"} />
      {m.profile_notify({ name: page.artisticName })}
    </Button>
  );
}
