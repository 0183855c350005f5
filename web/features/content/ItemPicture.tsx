import { useEffect, useRef } from "react";
import type { ItemFileProps } from "./ItemPlayer.tsx";
import { SourceFailed } from "./SourceFailed.tsx";
import { useSource } from "./use-source.ts";

/** The picture of a post, whole. */
export function ItemPicture({ item, src, renew, focus }: ItemFileProps) {
  const picture = useRef<HTMLImageElement>(null);
  const source = useSource(src, renew);
  useEffect(() => {
    if (focus) picture.current?.focus({ preventScroll: true });
  }, [focus]);
  if (source.failed) return <SourceFailed source={source} />;
  return (
    <img
      ref={picture}
      src={src}
      width={item.width}
      height={item.height}
      alt={item.title}
      tabIndex={-1}
      onError={source.fail}
      className="size-full object-contain outline-none"
    />
  );
}
