import type { ModelCard } from "#contract/catalog.ts";

/** The picture of the room before or after this one, at the edge of the stage, while a finger pulls it in. */
export function RoomPeek({ card, after }: { card: ModelCard | null; after: boolean }) {
  if (!card) return null;
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-x-0 h-full overflow-hidden bg-black desk:hidden ${after ? "top-full" : "bottom-full"}`}
    >
      <img src={card.pictures.tall} alt="" className="size-full object-cover" />
      <b className="absolute inset-x-0 top-[calc(24px+env(safe-area-inset-top))] text-center text-20 [text-shadow:0_1px_3px_#000]">
        {card.artisticName}
      </b>
    </div>
  );
}
