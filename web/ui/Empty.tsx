import type { ReactNode } from "react";
import { LogoMark } from "./Logo.tsx";

export type EmptyProps = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
  headingLevel?: "h1" | "h2" | "h3";
};

/** Nothing here: picture, sentence, one action. */
export function Empty({ title, text, action, art, headingLevel: Heading = "h2" }: EmptyProps) {
  return (
    <div className="grid content-center justify-items-center gap-1.5 px-6 py-10 text-center">
      <div className="mb-2.5 grid h-28 place-items-center opacity-60 grayscale-[.4]">
        {art ?? <LogoMark width={120} />}
      </div>
      <Heading className="max-w-[28ch] text-20">{title}</Heading>
      {text && <p className="mb-3.5 max-w-[34ch] text-text-2">{text}</p>}
      {action}
    </div>
  );
}
