import type { ReactNode } from "react";
import { LogoMark } from "./Logo.tsx";

/** Nothing here yet: picture, sentence, one action. */
export function Empty({
  title,
  text,
  action,
  art,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
}) {
  return (
    <div className="grid content-center justify-items-center gap-1.5 px-6 py-10 text-center">
      <div className="mb-2.5 grid h-28 place-items-center opacity-60 grayscale-[.4]">
        {art ?? <LogoMark width={120} />}
      </div>
      <h2>{title}</h2>
      {text && <p className="mb-3.5 max-w-[34ch] text-text-2">{text}</p>}
      {action}
    </div>
  );
}
