import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "../buttons/Button.tsx";
import { cx } from "../cx.ts";
import { LogoMark } from "../pictures/Logo.tsx";

export type EmptyProps = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
  headingLevel?: "h1" | "h2" | "h3";
};

/** Nothing here: picture, sentence, one action. */
export function EmptyState({ title, text, action, art, headingLevel: Heading = "h2" }: EmptyProps) {
  return (
    <div className="grid content-center justify-items-center gap-1.5 px-6 py-10 text-center">
      <div className={cx("mb-2.5 grid h-28 place-items-center", !art && "opacity-60 grayscale-[.4]")}>
        {art ?? <LogoMark width={120} />}
      </div>
      <Heading className={cx("max-w-[28ch] text-20", !text && "mb-3.5")}>{title}</Heading>
      {text && <p className="mb-3.5 max-w-[34ch] text-text-2">{text}</p>}
      {action}
    </div>
  );
}

type EmptyPageProps = { heading: string; title: string; text: string; action: ReactNode };

/** A page with its heading whose list has nothing in it: why, and one thing to do. */
export function EmptyPage({ heading, title, text, action }: EmptyPageProps) {
  return (
    <main
      id="main"
      className="mx-auto grid min-h-[60dvh] w-full max-w-[1440px] grid-rows-[auto_1fr] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <h1 className="max-lg:mx-1 max-lg:text-[22px]">{heading}</h1>
      <EmptyState title={title} text={text} action={action} />
    </main>
  );
}

type NoMatchProps = { title: string; text: string; onClear(): void };

/** Stands in the place of a search that has found nothing, and offers to end it. */
export function NoMatch({ title, text, onClear }: NoMatchProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={<Button onClick={onClear}>{m.home_clear_search()}</Button>}
    />
  );
}
