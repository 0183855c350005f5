import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { messageTextMax, priceMax, trimmedLength } from "#contract/field-bounds.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { ChosenFile, Terms } from "./thread-item.ts";

const descriptionMax = 500;

type SendFileDialogProps = {
  chosen: ChosenFile;
  name: string;
  /** A model may sell it. */
  sells: boolean;
  caption: string;
  onCaption(text: string): void;
  onSend(terms?: Terms): void;
  onClose(): void;
};

/**
 * A file as its sender sees it before it leaves: with a caption, or, by a model, for a price and with a few words
 * about it. A sender who goes back finds the caption in the field to write in.
 */
export function SendFileDialog(props: SendFileDialogProps) {
  const { chosen, name, sells, caption, onCaption, onSend, onClose } = props;
  const [forSale, setForSale] = useState(sells && chosen.terms !== null);
  const [price, setPrice] = useState(String(chosen.terms?.price ?? 50));
  const [description, setDescription] = useState(chosen.terms?.description ?? "");
  const amount = wholeNumber(price);
  const isPriceWrong = forSale && !(amount >= 1 && amount <= priceMax);
  const left = forSale
    ? descriptionMax - trimmedLength(description)
    : messageTextMax - trimmedLength(caption);
  const tooLong = left < 0 ? m.inbox_too_long({ count: -left }) : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPriceWrong || tooLong) return;
    onSend(forSale ? { price: amount, description: description.trim() } : undefined);
  };
  return (
    <Dialog open title={m.inbox_send_file_title({ name })} onClose={onClose}>
      <form onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FilePreview file={chosen.file} />
        {sells && <Switch checked={forSale} onChange={setForSale} label={m.inbox_send_file_sale()} />}
        {forSale ? (
          <>
            <Field
              label={m.inbox_send_file_price()}
              inputMode="numeric"
              value={price}
              onChange={(event) => setPrice(event.target.value)}
              error={isPriceWrong ? m.inbox_send_file_price_wrong({ max: String(priceMax) }) : undefined}
            />
            <Field
              label={m.inbox_send_file_description()}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
              error={tooLong}
            />
          </>
        ) : (
          <CaptionField value={caption} onChange={onCaption} onSend={send} problem={tooLong} />
        )}
        <div className="flex gap-3">
          <Button tone="outline" onClick={onClose}>
            {m.inbox_cancel()}
          </Button>
          <Button tone="primary" type="submit" wide disabled={isPriceWrong || tooLong !== undefined}>
            {m.inbox_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The picture or video itself; where this browser cannot show it, its name stands alone. */
function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setIsShown(true);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const box = "max-h-[min(46dvh,420px)] min-h-24 w-full rounded-12 bg-black object-contain";
  const hide = () => setIsShown(false);
  let preview: ReactNode = <div className={box} />;
  if (url && isShown)
    preview = file.type.startsWith("video/") ? (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- their own video, looked at before anybody hears it
      <video src={url} controls playsInline preload="metadata" onError={hide} className={box} />
    ) : (
      <img src={url} alt={m.inbox_send_file_preview()} onError={hide} className={box} />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isShown ? (
        preview
      ) : (
        <p className="flex items-center gap-2.5 rounded-12 bg-overlay px-4 py-5 text-14 text-text-2">
          <Icon name={file.type.startsWith("video/") ? "video" : "image"} className="flex-none" />
          {m.inbox_send_file_no_preview()}
        </p>
      )}
      <p className="truncate text-12 text-text-3">{file.name}</p>
    </div>
  );
}

type CaptionFieldProps = {
  value: string;
  onChange(text: string): void;
  onSend(event: FormEvent): void;
  problem: string | undefined;
};

/** Enter sends, as in the chat itself. On a phone its keyboard would cover the picture: it waits for a press there. */
function CaptionField({ value, onChange, onSend, problem }: CaptionFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) onSend(event);
  };
  return (
    <div className="grid gap-1.5">
      <textarea
        rows={1}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who chose the file goes on writing
        autoFocus={matchMedia("(pointer: fine)").matches}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={m.inbox_send_file_caption()}
        aria-invalid={problem !== undefined || undefined}
        placeholder={m.inbox_send_file_caption()}
        autoComplete="off"
        enterKeyHint="send"
        className="min-h-11 resize-none rounded-[22px] bg-overlay px-3.5 py-[11px] text-14 leading-[22px] [field-sizing:content] max-h-[132px] phone:text-16"
      />
      {problem && (
        <p role="alert" className="px-2 text-12 text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
