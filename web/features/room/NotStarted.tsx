import { useEffect, useState } from "react";
import type { ModelProfile } from "#contract/catalog.ts";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import { ago } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

export type NotStartedProps = { slug: string; model: ModelProfile | null };

/** The message over the stage of a model who is not live. The page plays automatically when they begin. */
export function NotStarted({ slug, model }: NotStartedProps) {
  const name = model?.artisticName ?? slug;
  return (
    <div className="over-stage p-6">
      <div
        role="alertdialog"
        aria-labelledby="not-started-title"
        aria-describedby="not-started-text"
        className="grid w-full max-w-[400px] justify-items-center gap-2 rounded-20 bg-raised px-6 py-8 text-center text-text shadow-high"
      >
        <Avatar name={name} src={model?.pictures.portrait_small} size={96} className="mb-3" />
        <h1 id="not-started-title" className="text-20!">
          {m.room_not_started_title({ name })}
        </h1>
        <p id="not-started-text" className="max-w-[32ch] text-text-2">
          {m.room_not_started_text()}
        </p>
        <p className="mt-2 inline-flex min-h-6 items-center gap-2 text-12 text-text-3">
          <Spinner size={14} />
          {model?.isOnline === false && <LastSeen at={model.lastConnection} />}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {model && <NotifyButton slug={model.login} name={name} />}
          {model && (
            <ButtonLink to={`/${model.login}`} tone="outline">
              {m.room_profile({ name })}
            </ButtonLink>
          )}
          <ButtonLink to="/" tone="solid">
            {m.room_not_started_action()}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

/** How long ago they were here, shown once the page is hydrated: the server's clock is not the reader's. */
function LastSeen({ at }: { at: string | null }) {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => setNow(new Date()), []);
  if (at === null || now === null) return null;
  return <span>{m.room_not_started_seen({ time: ago(at, now) })}</span>;
}
