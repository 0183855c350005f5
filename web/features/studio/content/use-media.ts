import { useEffect, useState } from "react";
import { type FileProblem, fileProblem, pictureTypes, type StudioKind, typesFor } from "./media-file.ts";

type Chosen = { file: File; url: string };

export type Media = {
  media: Chosen | null;
  /** The picture that stands for a film until it plays: a frame of it, or a picture of their own. */
  poster: { file: Blob; url: string } | null;
  /** The picture that everybody is to see; null: none. */
  cover: Media["poster"];
  /** The second of the film from which on everybody is to see a teaser; null: none. */
  teaserAt: number | null;
  problem: FileProblem | null;
  chooseCover(file: File | undefined): void;
  coverFromPoster(): void;
  removeCover(): void;
  setTeaserAt(second: number | null): void;
  chooseMedia(file: File | undefined): void;
  choosePoster(file: File | undefined): void;
  /** Takes a frame of the film for its poster. */
  takeFrame(frame: Blob | null): void;
};

/** The files of an item that is being made, kept until it is published. */
export function useMedia(kind: StudioKind): Media {
  const [media, setMedia] = useState<Chosen | null>(null);
  const [poster, setPoster] = useState<Media["poster"]>(null);
  const [cover, setCover] = useState<Media["cover"]>(null);
  const [teaserAt, setTeaserAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  useEffect(() => () => void (media && URL.revokeObjectURL(media.url)), [media]);
  useEffect(() => () => void (poster && URL.revokeObjectURL(poster.url)), [poster]);
  useEffect(() => () => void (cover && URL.revokeObjectURL(cover.url)), [cover]);
  const check = (file: File, types: readonly string[]) => {
    const wrong = fileProblem(file, types);
    setProblem(wrong);
    return wrong === null;
  };
  const withUrl = <File extends Blob>(file: File) => ({ file, url: URL.createObjectURL(file) });
  return {
    media,
    poster,
    cover,
    teaserAt,
    problem,
    chooseCover(file) {
      if (file && check(file, pictureTypes)) setCover(withUrl(file));
    },
    coverFromPoster: () => poster && setCover(withUrl(poster.file)),
    removeCover: () => setCover(null),
    setTeaserAt,
    chooseMedia(file) {
      if (!file || !check(file, typesFor(kind))) return;
      setMedia(withUrl(file));
      setPoster(null);
      setCover(null);
      setTeaserAt(null);
    },
    choosePoster(file) {
      if (file && check(file, pictureTypes)) setPoster(withUrl(file));
    },
    takeFrame: (frame) => frame && setPoster(withUrl(frame)),
  };
}
