import { NewTabLink } from "#web/ui/NewTabLink.tsx";

/** A consent's sentence in which the document's name is a link. */
export function ConsentWords({ sentence, linked, to }: { sentence: string; linked: string; to: string }) {
  const [before = "", after = ""] = sentence.split(linked);
  return (
    <>
      {before}
      <NewTabLink to={to} text={linked} />
      {after}
    </>
  );
}
