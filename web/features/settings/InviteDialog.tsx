import { siteName } from "#contract/site-name.ts";
import { copyText } from "#web/lib/platform/clipboard.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type InviteDialogProps = { fanId: number; open: boolean; onClose(): void };

/** The link that invites a friend, to be copied or shared with another app. */
export function InviteDialog({ fanId, open, onClose }: InviteDialogProps) {
  const link = open ? inviteLink(location.origin, fanId) : "";
  const canShare = open && typeof navigator.share === "function";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.invite_title()}
      footer={
        <>
          {canShare && (
            <Button className="ml-auto" onClick={() => void share(link)}>
              <Icon name="share" size={18} />
              {m.invite_share()}
            </Button>
          )}
          <Button tone="primary" className={canShare ? "" : "ml-auto"} onClick={() => void copy(link)}>
            {m.invite_copy()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.invite_text()}</p>
      <Field
        label={m.invite_link()}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
        hint={m.invite_once()}
      />
    </Dialog>
  );
}

async function copy(link: string): Promise<void> {
  try {
    await copyText(link);
    toast({ kind: "success", text: m.invite_copied() });
  } catch {
    toast({ kind: "error", text: m.invite_copy_failed() });
  }
}

async function share(link: string): Promise<void> {
  // Closing the list of apps is no failure.
  await navigator.share({ title: siteName(), url: link }).catch(() => undefined);
}

/** The link by which a friend signs up as invited by this fan. `origin` without a trailing slash. */
export function inviteLink(origin: string, fanId: number): string {
  return `${origin}/register?referrer=${fanId}`;
}
