import { m } from "#web/paraglide/messages.js";
import type { Heading } from "./text-blocks.ts";

const LONG_FROM_HEADINGS = 4;

/** The sections of a long document: beside the text on wide screens, folded above it on small ones. */
export function LegalContents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < LONG_FROM_HEADINGS) return null;
  return (
    <>
      <details className="mb-7 rounded-12 bg-surface px-4 shadow-[inset_0_0_0_1px_var(--line)] lg:hidden print:hidden">
        <summary className="flex min-h-12 items-center gap-2 font-[600] before:text-text-3 before:content-['+'] [details[open]>&]:before:content-['–']">
          {m.legal_contents()}
        </summary>
        <nav aria-label={m.legal_contents()} className="pb-3">
          <SectionLinks headings={headings} />
        </nav>
      </details>
      <nav
        aria-label={m.legal_contents()}
        className="hidden lg:order-last lg:block lg:self-start lg:sticky lg:top-[calc(var(--header)+16px+var(--offline-bar))] print:hidden"
      >
        <p className="mb-2 text-12 font-[600] text-text-3">{m.legal_contents()}</p>
        <SectionLinks headings={headings} />
      </nav>
    </>
  );
}

function SectionLinks({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul className="grid border-l border-line">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center py-1 pl-4 text-text-2 hover:text-text hover:underline lg:min-h-8"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
