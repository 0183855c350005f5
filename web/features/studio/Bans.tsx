import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BannedFan } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { hasFailed, PartFailed } from "#web/ui/states/PartFailed.tsx";

export const bansQuery = queryOptions<readonly BannedFan[]>({
  queryKey: ["studio", "bans"],
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/bans")).data;
  },
});

export type BanChange = { what: "ban" | "lift-ban"; fan: { id: number; name: string } };
export type Bans = ReturnType<typeof useBans>;

/** The fans whom the model has banned (undefined while loading), and the command that bans a fan or lifts the ban. */
export function useBans() {
  const client = useQueryClient();
  const read = useQuery(bansQuery);
  const command = useCommand({
    call: ({ what, fan }: BanChange) =>
      browserApi.call(`POST /api/studio/${what}`, { body: { fan_id: fan.id } }),
    onDone({ body }, { what, fan: { name } }) {
      client.setQueryData(bansQuery.queryKey, body.data);
      toast({
        kind: "success",
        text: what === "ban" ? m.studio_ban_done({ name }) : m.studio_ban_lifted({ name }),
      });
    },
    onRefused: toastRefusal,
  });
  return { read, list: read.data, busy: command.pending, change: command.run };
}

type BanDialogProps = { fan: { id: number; name: string }; bans: Bans; onClose(): void };

/** Bans a fan after one question that says what it does. */
export function BanDialog({ fan, bans, onClose }: BanDialogProps) {
  const ban = async () => {
    if (await bans.change({ what: "ban", fan })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_ban_title({ name: fan.name })}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          <Button tone="danger" busy={bans.busy} onClick={() => void ban()}>
            {m.studio_ban()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_ban_text({ name: fan.name })}</p>
    </Dialog>
  );
}

/** The fans whom the model has banned, each with a button to lift the ban; empty without bans. */
export function BannedFans({ bans }: { bans: Bans }) {
  if (hasFailed(bans.read))
    return (
      <PartFailed read={bans.read} text={m.studio_banned_failed()} className="border-t border-line p-4" />
    );
  if (!bans.list?.length) return null;
  return (
    <details className="border-t border-line px-4 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-14 text-text-2">
        {m.studio_banned({ count: bans.list.length })}
      </summary>
      <ul className="grid max-h-[240px] gap-0.5 overflow-y-auto pb-2 [scrollbar-width:thin]">
        {bans.list.map((fan) => (
          <li key={fan.id} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{fan.name || m.studio_banned_gone()}</span>
            <Button
              size="sm"
              busy={bans.busy}
              aria-label={m.studio_ban_lift_of({ name: fan.name || m.studio_banned_gone() })}
              onClick={() => void bans.change({ what: "lift-ban", fan })}
            >
              {m.studio_ban_lift()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
