import { Dialog } from "#web/ui/Dialog.tsx";

/** A picture as large as the window allows. */
export function PictureDialog({ src, label, onClose }: { src: string; label: string; onClose(): void }) {
  return (
    <Dialog open title={label} maxWidth={960} onClose={onClose}>
      <img
        src={src}
        alt={label}
        className="mx-auto max-h-[calc(100dvh-150px)] max-w-full rounded-12 object-contain"
      />
    </Dialog>
  );
}
