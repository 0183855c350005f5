import type { ContentItem } from "#web/entities/content/content-item.ts";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";

type LockedPictureProps = {
  item: ContentItem;
  /** Pixels of the model's own picture, where there is no cover. */
  faceSize: number;
  eager: boolean;
  first: boolean;
};

/**
 * What is seen of an item that is not open: the cover that its model chose for everybody, over the blurred picture; without
 * one the blurred picture as a backdrop of colours, with who made it.
 */
export function LockedPicture({ item, faceSize, eager, first }: LockedPictureProps) {
  const { cover, thumb_blurred, model } = item;
  const loading = eager ? "eager" : "lazy";
  return (
    <>
      <img src={thumb_blurred} alt="" loading={loading} decoding="async" className="content-blurred" />
      {cover === null ? (
        <span className="content-glow">
          <Avatar name={model.artisticName} src={model.avatar} size={faceSize} />
        </span>
      ) : (
        <img
          src={cover}
          alt=""
          loading={loading}
          fetchPriority={first ? "high" : "auto"}
          decoding="async"
          className={cx(
            "relative size-full object-cover object-[50%_22%]",
            "transition-transform duration-(--shared) group-hover:scale-[1.03]",
          )}
        />
      )}
    </>
  );
}
