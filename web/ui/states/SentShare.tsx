export type SentShareProps = {
  /** How much of an upload is sent, from 0 to 1. */
  share: number;
  words(of: { percent: string }): string;
};

/** For a live region: the percent of an upload as they grow for who sees them, and at each quarter for who hears them. */
export function SentShare({ share, words }: SentShareProps) {
  return (
    <>
      <span aria-hidden="true">{words({ percent: String(Math.floor(share * 100)) })}</span>
      <span className="sr-only">{words({ percent: String(Math.floor(share * 4) * 25) })}</span>
    </>
  );
}
