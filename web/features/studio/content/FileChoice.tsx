import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { offered, recognized } from "#web/lib/files/recognized.ts";
import { Button, type ButtonProps } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";

type FileButtonProps = {
  /** Name of the field, for screen readers and for those who fill forms by it. */
  label: string;
  types: readonly string[];
  disabled?: boolean;
  tone?: ButtonProps["tone"];
  icon: IconName;
  onChoose(file: File | undefined): void;
  children: ReactNode;
};

/** A button that opens the browser's file dialog. */
export function FileButton({ label, types, disabled, tone, icon, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={offered(types)}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void recognizedOf(event.target.files).then(onChoose);
          // Choosing one file twice must be a change twice.
          event.target.value = "";
        }}
      />
      <Button tone={tone} disabled={disabled} onClick={() => input.current?.click()}>
        <Icon name={icon} size={18} />
        {children}
      </Button>
    </>
  );
}

const recognizedOf = async (files: FileList | null) => files?.[0] && recognized(files[0]);

type DropPlaceProps = { hint: string; onDrop(file: File | undefined): void; children: ReactNode };

/** A place to drop a file on; what stands in it does the same by pressing. */
export function DropPlace({ hint, onDrop, children }: DropPlaceProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void recognizedOf(event.dataTransfer.files).then(onDrop);
  };
  return (
    // Dropping is one more way; the button inside is everybody's
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        "grid justify-items-center gap-3 rounded-16 border border-dashed px-5 py-8 text-center",
        over ? "border-accent bg-accent-soft" : "border-control",
      )}
    >
      {children}
      <p className="text-12 text-balance text-text-3">{hint}</p>
    </div>
  );
}
