import { useEffect, useState } from "react";
import { siteName } from "#contract/site-name.ts";
import { noticeHint } from "#web/entities/notification/notice-hint.tsx";
import { awaitsPublic, setAwaitsPublic } from "#web/entities/show/public-again.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";

type PublicAgainProps = { modelId: number; slug: string; name: string };

/** Asks to be notified when the model is back in public: on whichever page is open, and by one mail. */
export function PublicAgain({ modelId, slug, name }: PublicAgainProps) {
  const viewer = useViewer();
  const [on, setOn] = useState(false);
  useEffect(() => setOn(awaitsPublic(slug)), [slug]);
  const { run, pending } = useCommand({
    call: (enabled: boolean) =>
      browserApi.call("POST /api/fan/await-public", { body: { model_id: modelId, tell: enabled } }),
    onDone(_answer, enabled) {
      setAwaitsPublic({ slug, name }, enabled);
      setOn(enabled);
    },
    onRefused: toastRefusal,
  });
  return (
    <div className="mt-3 w-full rounded-16 bg-overlay px-4 py-2 text-left">
      <Switch
        label={m.public_again_tell({ name })}
        checked={on}
        busy={pending}
        onChange={(next) => void run(next)}
        className="font-[550]"
      />
      <p className="pb-1 text-12 text-text-2">
        {noticeHint(viewer, on, m.public_again_hint({ site: siteName() }))}
      </p>
    </div>
  );
}
