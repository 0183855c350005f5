import { useEffect, useState } from "react";
import { type FileProblem, fileProblem, pictureTypes, type StudioKind, typesFor } from "./media-file.ts";

type Chosen = { file: File; url: string };

export type Media = {
  media: Chosen | null;
  /** The picture that stands for a film until it plays: a frame of it, or a picture of their own. */
  poster: { file: Blob; url: string } | null;
  problem: FileProblem | null;
  chooseMedia(file: File | undefined): void;
  choosePoster(file: File | undefined): void;
  /** Takes a frame of the film for its poster. */
  takeFrame(frame: Blob | null): void;
};

/** The files of an item that is being made, kept until it is published. */
export function useMedia(kind: StudioKind): Media {
  const [media, setMedia] = useState<Chosen | null>(null);
  const [poster, setPoster] = useState<Media["poster"]>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  useEffect(() => () => void (media && URL.revokeObjectURL(media.url)), [media]);
  useEffect(() => () => void (poster && URL.revokeObjectURL(poster.url)), [poster]);
  const check = (file: File, types: readonly string[]) => {
    const wrong = fileProblem(file, types);
    setProblem(wrong);
    return wrong === null;
  };
  const withUrl = <File extends Blob>(file: File) => ({ file, url: URL.createObjectURL(file) });
  return {
    media,
    poster,
    problem,
    chooseMedia(file) {
      if (!file || !check(file, typesFor(kind))) return;
      setMedia(withUrl(file));
      setPoster(null);
    },
    choosePoster(file) {
      if (file && check(file, pictureTypes)) setPoster(withUrl(file));
    },
    takeFrame: (frame) => frame && setPoster(withUrl(frame)),
  };
}
