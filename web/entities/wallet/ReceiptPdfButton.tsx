import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";

type ReceiptPdfButtonProps = {
  /** The receipt's address at the API. */
  path: string;
  /** The file's name, without its ending. */
  name: string;
  tone: "solid" | "outline";
};

/** Downloads a receipt as a PDF file, in the language of the page. */
export function ReceiptPdfButton({ path, name, tone }: ReceiptPdfButtonProps) {
  const { pending, run } = useCommand({
    call: (address: string) => downloadFile(address, `${name}.pdf`),
    onRefused: toastRefusal,
  });
  return (
    <Button tone={tone} busy={pending} onClick={() => void run(`${path}/pdf`)}>
      <Icon name="receipt" size={18} />
      {m.purchase_receipt_pdf()}
    </Button>
  );
}
