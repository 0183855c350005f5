import { type FormEvent, useState } from "react";
import { priceMax, trimmedLength } from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import type { Terms } from "../thread/thread-item.ts";

const DESCRIPTION_MAX = 500;

type SendFileDialogProps = { file: File; name: string; onSend(terms?: Terms): void; onClose(): void };

/** Before a model's file leaves: as a gift, or for a price and with a few words about it. */
export function SendFileDialog({ file, name, onSend, onClose }: SendFileDialogProps) {
  const [forSale, setForSale] = useState(false);
  const [price, setPrice] = useState("50");
  const [description, setDescription] = useState("");
  const amount = wholeNumber(price);
  const wrong = forSale && !(amount >= 1 && amount <= priceMax);
  const left = DESCRIPTION_MAX - trimmedLength(description);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (wrong || (forSale && left < 0)) return;
    onSend(forSale ? { price: amount, description: written(description) } : undefined);
    onClose();
  };
  return (
    <Dialog open title={m.inbox_send_file_title({ name })} onClose={onClose}>
      <form onSubmit={send} className="grid gap-4">
        <p className="truncate text-text-2">{file.name}</p>
        <Switch checked={forSale} onChange={setForSale} label={m.inbox_send_file_sale()} />
        {forSale && (
          <>
            <Field
              label={m.inbox_send_file_price()}
              inputMode="numeric"
              value={price}
              onChange={(event) => setPrice(event.target.value)}
              error={wrong ? m.inbox_send_file_price_wrong({ max: String(priceMax) }) : undefined}
            />
            <Field
              label={m.inbox_send_file_description()}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
              error={left < 0 ? m.inbox_too_long({ count: -left }) : undefined}
            />
          </>
        )}
        <Button tone="primary" type="submit" wide disabled={wrong || (forSale && left < 0)}>
          {m.inbox_send()}
        </Button>
      </form>
    </Dialog>
  );
}
