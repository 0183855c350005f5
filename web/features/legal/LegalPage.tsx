import type { Language } from "#contract/common.ts";
import type { LegalDocument } from "#contract/legal.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { LegalText } from "./LegalText.tsx";
import { type Heading, headingsOf, textBlocks } from "./text-blocks.ts";

/** A legal document in the language of the page. Both languages are here, so that a switch needs no reload. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const language = useLocale();
  const { title, text } = document[language];
  const blocks = textBlocks(text);
  const headings = headingsOf(blocks);
  return (
    <main
      id="main"
      className="legal-page mx-auto grid max-w-[1080px] gap-x-14 px-4 pt-6 pb-14 lg:grid-cols-[minmax(0,68ch)_1fr] lg:px-8 lg:pt-10"
    >
      <header className="mb-7 lg:col-span-2">
        <h1 className="max-w-[26ch]">{title}</h1>
        <p className="mt-2 text-text-3">
          {m.legal_version({ version: document.version })} ·{" "}
          {m.legal_updated({ date: day(document.updated_at, language) })}
        </p>
        {document.draft && <DraftNote />}
      </header>
      <LegalContents headings={headings} />
      <article>
        <LegalText blocks={blocks} />
      </article>
    </main>
  );
}

function DraftNote() {
  return (
    <p
      role="note"
      className="mt-5 max-w-[68ch] rounded-12 bg-warn-soft px-4 py-3 shadow-[inset_3px_0_0_var(--warn)]"
    >
      <strong className="block font-[600]">{m.legal_draft_title()}</strong>
      <span className="text-text-2">{m.legal_draft_text()}</span>
    </p>
  );
}

/** A day has no zone: it is the same for every reader. */
function day(isoDay: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(isoDay));
}

const longFromHeadings = 4;

/** The sections of a long document: beside the text on wide screens, folded above it on small ones. */
function LegalContents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < longFromHeadings) return null;
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
