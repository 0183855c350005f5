import type { SKRSContext2D } from "@napi-rs/canvas";
import {
  type CheerSize,
  type ClipName,
  curtainClosedAt,
  curtainOpensAt,
  clipFrames,
  framesPerSecond,
} from "../../clips.ts";
import { confettiOf } from "../presenters/confetti.ts";
import { drawn } from "../presenters/curtain.ts";
import { cheerPose, idlePose } from "../presenters/motion.ts";
import type { Presenter } from "../presenters/presenter.ts";
import { scenes } from "../presenters/scenes/scenes.ts";
import { createIds } from "../presenters/svg.ts";
import { temperamentOf } from "../presenters/temperament.ts";
import { type Curtain, paintConfetti } from "./effects.ts";
import type { Stage } from "./stage.ts";

/** Paints one frame of a clip. */
export type Script = (context: SKRSContext2D, frame: number) => void;

const loop = clipFrames.idle;

function temperament(presenter: Presenter) {
  const scene = scenes[presenter.scene]({
    random: () => 0.5,
    nextId: createIds("t"),
    variant: presenter.variant,
  });
  return temperamentOf(
    presenter.seed,
    presenter.figures.length === 2 ? "rest" : (presenter.gesture ?? scene.gesture),
  );
}

function idleScript(presenter: Presenter, stage: Stage): Script {
  const nature = temperament(presenter);
  return (context, frame) => stage.paint(context, idlePose((frame % loop) / loop, nature));
}

function cheerScript(presenter: Presenter, stage: Stage, size: CheerSize): Script {
  const nature = temperament(presenter);
  const frames = clipFrames[`cheer-${size}`];
  const confetti = confettiOf(presenter.seed, size, frames / framesPerSecond);
  return (context, frame) => {
    stage.paint(context, cheerPose((frame % loop) / loop, frame / (frames - 1), size, nature));
    paintConfetti(context, confetti(frame / framesPerSecond), context.canvas);
  };
}

/** The curtain closes, hangs shut for a while, and opens again. */
function curtainScript(presenter: Presenter, stage: Stage, curtain: Curtain): Script {
  const nature = temperament(presenter);
  const frames = clipFrames.curtain;
  return (context, frame) => {
    stage.paint(context, idlePose((frame % loop) / loop, nature));
    const closing = (frame + 1) / curtainClosedAt;
    const opening = (frames - 1 - frame) / (frames - curtainOpensAt);
    curtain.paint(context, drawn(Math.min(closing, opening)), frame / (curtainOpensAt - curtainClosedAt));
  };
}

/** The script of a presenter's clip. */
export function scriptOf(clip: ClipName, presenter: Presenter, stage: Stage, curtain: Curtain): Script {
  switch (clip) {
    case "idle":
      return idleScript(presenter, stage);
    case "curtain":
      return curtainScript(presenter, stage, curtain);
    case "cheer-small":
      return cheerScript(presenter, stage, "small");
    case "cheer-medium":
      return cheerScript(presenter, stage, "medium");
    case "cheer-big":
      return cheerScript(presenter, stage, "big");
  }
}
