import type { RoomMessage } from "#contract/live.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";

type ModerateDialogProps = {
  slug: string;
  line: RoomMessage;
  /** The author moderates this room. */
  isModerator: boolean;
  /** The reader is the room's model, who chooses its moderators. */
  isModel: boolean;
  /** The author was muted from this page. */
  isMuted: boolean;
  onMuted(fanId: number, muted: boolean): void;
  onMention: (() => void) | null;
  onClose(): void;
};

const muteSteps = [5, 60, null] as const;

/** The actions of the model and moderators on a message and its author. */
export function ModerateDialog({
  slug,
  line,
  isModerator,
  isModel,
  isMuted,
  onMuted,
  onMention,
  onClose,
}: ModerateDialogProps) {
  const { id: authorId } = line.author;
  const name = line.author.name || m.chat_someone();
  const finish = (text: string) => {
    toast({ kind: "success", text });
    onClose();
  };
  const remove = useCommand({
    call: (id: number) =>
      browserApi.call("POST /api/stream/{slug}/remove-message", { params: { slug }, body: { id } }),
    onDone: () => finish(m.chat_removed()),
    onRefused: toastRefusal,
  });
  const mute = useCommand({
    call: ({ fan_id, minutes }: { fan_id: number; minutes: 0 | 5 | 60 | null }) =>
      browserApi.call("POST /api/stream/{slug}/mute", { params: { slug }, body: { fan_id, minutes } }),
    onDone: (_answer, { fan_id, minutes }) => {
      onMuted(fan_id, minutes !== 0);
      finish(minutes === 0 ? m.chat_unmute_done({ name }) : m.chat_mute_done({ name }));
    },
    onRefused: toastRefusal,
  });
  const appoint = useCommand({
    call: (body: { fan_id: number; moderates: boolean }) =>
      browserApi.call("POST /api/studio/moderators", { body }),
    onDone: (_answer, { moderates }) =>
      finish(moderates ? m.chat_moderator_made({ name }) : m.chat_moderator_dismissed({ name })),
    onRefused: toastRefusal,
  });
  const busy = remove.pending || mute.pending || appoint.pending;
  const isMutable = authorId !== null && (isModel || !isModerator);
  return (
    <Dialog open onClose={onClose} title={name}>
      <p className="wrap-anywhere text-text-2">{line.body}</p>
      <div className="grid gap-2">
        {onMention && line.author.name !== "" && (
          <Button
            onClick={() => {
              onClose();
              onMention();
            }}
          >
            {m.chat_mention({ name })}
          </Button>
        )}
        {line.kind === "text" && (
          <Button tone="danger" busy={busy} onClick={() => void remove.run(line.id)}>
            {m.chat_remove()}
          </Button>
        )}
        {isMutable &&
          muteSteps.map((minutes) => (
            <Button key={minutes} busy={busy} onClick={() => void mute.run({ fan_id: authorId, minutes })}>
              {minutes === null ? m.chat_mute_broadcast() : m.chat_mute_minutes({ count: minutes })}
            </Button>
          ))}
        {isMutable && isMuted && (
          <Button busy={busy} onClick={() => void mute.run({ fan_id: authorId, minutes: 0 })}>
            {m.chat_unmute({ name })}
          </Button>
        )}
        {isModel && authorId !== null && (
          <Button busy={busy} onClick={() => void appoint.run({ fan_id: authorId, moderates: !isModerator })}>
            {isModerator ? m.chat_moderator_dismiss() : m.chat_moderator_make()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
