import type { ReactNode } from "react";
import { Empty } from "./Empty.tsx";

type EmptyPageProps = { heading: string; title: string; text: string; action: ReactNode };

/** A page with its heading whose list has nothing in it: why, and one thing to do. */
export function EmptyPage({ heading, title, text, action }: EmptyPageProps) {
  return (
    <main
      id="main"
      className="mx-auto grid min-h-[60dvh] w-full max-w-[1440px] grid-rows-[auto_1fr] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14"
    >
      <h1 className="max-lg:mx-1 max-lg:text-[22px]">{heading}</h1>
      <Empty title={title} text={text} action={action} />
    </main>
  );
}
