import type { ReactNode } from "react";
import type { InShowEntry } from "#web/entities/room/room-entry.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge } from "#web/ui/Badge.tsx";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";

/** The message over the stage of a room that is another fan's for now. The page opens automatically afterwards. */
export function InShow({ entry, children }: { entry: InShowEntry; children?: ReactNode }) {
  const { slug, model, mode } = entry;
  const name = model?.artisticName ?? slug;
  return (
    <div className="over-stage p-4">
      <div
        role="alertdialog"
        aria-labelledby="in-show-title"
        aria-describedby="in-show-text"
        className="grid w-full max-w-[400px] justify-items-center gap-2 rounded-20 bg-raised px-5 py-7 text-center text-text shadow-high"
      >
        <Avatar name={name} src={model?.pictures.portrait_small} size={88} className="mb-2" />
        <Badge mode={mode} />
        <h1 id="in-show-title" className="mt-1 text-20!">
          {mode === "vip" ? m.in_show_title_vip({ name }) : m.in_show_title({ name })}
        </h1>
        <p id="in-show-text" className="inline-flex max-w-[34ch] items-start gap-2 text-text-2">
          <Spinner size={14} className="mt-1 flex-none" />
          {m.in_show_text()}
        </p>
        {children}
        <ButtonLink to="/" tone="quiet" className="mt-1">
          {m.room_not_started_action()}
        </ButtonLink>
      </div>
    </div>
  );
}
