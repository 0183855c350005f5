import { Fragment } from "react";
import { Link } from "react-router";
import { footerPages } from "#web/lib/navigation/legal-pages.ts";
import type { Block } from "./text-blocks.ts";

/** The text of a document. Line breaks are kept; addresses of other documents become links; nothing is HTML. */
export function LegalText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="text-16 leading-[1.65] text-text-2">
      {blocks.map((block) => (
        <LegalBlock key={block.id} block={block} />
      ))}
    </div>
  );
}

function LegalBlock({ block }: { block: Block }) {
  if (block.kind === "heading")
    return (
      <h2
        id={block.id}
        className="mt-10 mb-3 scroll-mt-[calc(var(--header)+16px)] break-after-avoid text-text first:mt-0"
      >
        {block.text}
      </h2>
    );
  if (block.kind === "paragraph")
    return (
      <p className="mt-3 whitespace-pre-line first:mt-0">
        <Linked text={block.text} />
      </p>
    );
  return (
    <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-text-3">
      {block.points.map((point) => (
        <li key={point} className="pl-1">
          <Linked text={point} />
        </li>
      ))}
    </ul>
  );
}

const address = new RegExp(`(${footerPages.map(({ path }) => path).join("|")})(?![\\w-])`);

function Linked({ text }: { text: string }) {
  const parts = text.split(address);
  return parts.map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <Link key={key} to={part} className="text-accent underline underline-offset-[3px]">
        {part}
      </Link>
    );
  });
}
