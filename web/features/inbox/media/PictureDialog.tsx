import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { SourceFailed, useSource } from "#web/ui/states/SourceFailed.tsx";

type PictureDialogProps = {
  src: string;
  label: string;
  /** Asks for a fresh address of it. */
  renew(): Promise<unknown>;
  onClose(): void;
};

/** A picture as large as the window allows. */
export function PictureDialog({ src, label, renew, onClose }: PictureDialogProps) {
  const source = useSource(src, renew);
  return (
    <Dialog open title={label} maxWidth={960} onClose={onClose}>
      {source.failed ? (
        <div className="relative h-[240px]">
          <SourceFailed source={source} />
        </div>
      ) : (
        <img
          src={src}
          alt={label}
          onError={source.fail}
          className="mx-auto max-h-[calc(100dvh-150px)] max-w-full rounded-12 object-contain"
        />
      )}
    </Dialog>
  );
}
