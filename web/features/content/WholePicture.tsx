import { useEffect, useRef } from "react";
import { SourceFailed, useSource } from "#web/ui/states/SourceFailed.tsx";
import type { FileProps } from "./Film.tsx";

/** A picture, whole. */
export function WholePicture({ title, src, renew, focus }: FileProps) {
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
      alt={title}
      tabIndex={-1}
      onError={source.fail}
      className="size-full min-h-0 object-contain outline-none"
    />
  );
}
