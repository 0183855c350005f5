import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { hasFailed } from "#web/ui/states/PartFailed.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { listingQuery } from "./listing-query.ts";
import { PictureDialog } from "./PictureDialog.tsx";
import { TextsDialog } from "./TextsDialog.tsx";

/** The contents of a listed model's page, and how to change them. */
export function PagePanel() {
  const read = useQuery(listingQuery);
  const page = read.data;
  const [open, setOpen] = useState<"texts" | "picture" | null>(null);
  if (hasFailed(read))
    return (
      <Panel title={m.studio_page()}>
        <PanelFailed read={read} />
      </Panel>
    );
  if (page?.state !== "approved") return null;
  const edit = (what: "texts" | "picture", name: string) => (
    <Button
      size="sm"
      tone="quiet"
      className="min-h-11"
      aria-label={`${m.studio_edit()}: ${name}`}
      onClick={() => setOpen(what)}
    >
      {m.studio_edit()}
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <Panel title={m.studio_page()}>
      <div className="flex min-h-[60px] items-center gap-3 border-t border-line py-2 pr-3 pl-4">
        <Avatar name={page.artistic_name} src={page.portrait} size={44} />
        <span className="min-w-0 flex-1">{m.studio_step_picture()}</span>
        {edit("picture", m.studio_step_picture())}
      </div>
      <div className="flex min-h-[60px] items-center gap-3 border-t border-line py-2 pr-3 pl-4">
        <div className="min-w-0 flex-1">
          <b className="block truncate font-semibold">{page.artistic_name}</b>
          <span className="line-clamp-2 text-12 text-text-2">{inLanguage(page.bio)}</span>
        </div>
        {edit("texts", m.studio_step_texts())}
      </div>
      {open === "texts" && <TextsDialog page={page} onClose={close} />}
      {open === "picture" && <PictureDialog page={page} onClose={close} />}
    </Panel>
  );
}
