import { seededRandom } from "../../../server/kit/random.ts";
import { cameraFor, type Framing, showsLowerEdge } from "./camera.ts";
import { type Layer, type Placement, printLayer, sheet } from "./layer.ts";
import { drawPerson, type PersonLayers } from "./person.ts";
import { type Pose, stillPose } from "./pose.ts";
import type { Appearance, Presenter } from "./presenter.ts";
import type { Scene } from "./scenes/scene.ts";
import { scenes } from "./scenes/scenes.ts";
import { circle, createIds, glow, group, type Ids, path, rect, stroke, verticalGradient } from "./svg.ts";

/** A presenter taken apart: the wall, the moving sheets from back to front, and the light over everything. */
export type Picture = {
  /** Complete SVG of wall and furniture, opaque, softly out of focus. */
  backdrop: string;
  layers: readonly Layer[];
  /** SVG of the light that lies over everything, with transparency. */
  light: string;
};

/** How strongly the wall is out of focus, in local units. */
const wallBlur = 1.3;

const document = ({ width, height }: Framing, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

/** Wraps local-space SVG into a document of the framing's size. */
export function inFrame(framing: Framing, local: string): string {
  const { headX, headY, scale } = cameraFor(framing);
  return document(framing, group(local, `translate(${headX} ${headY}) scale(${scale})`));
}

const desk = (accent: string): string =>
  rect(-1000, 392, 2000, 300, 0, "#3A1F1C") +
  rect(-1000, 392, 2000, 10, 0, "#6E4232") +
  group(
    rect(-44, -14, 88, 14, 3, accent) +
      rect(-38, -27, 80, 13, 3, "#EDE0D4") +
      rect(-38, -23, 80, 3, 0, "#0002"),
    "translate(-132 394)",
  ) +
  group(path("M-17-46H17L14 0H-14Z", "#F3E3CE") + stroke("M0-50v6", "#5A3422", 2.5), "translate(140 396)");

const candleFlame = (): Layer =>
  sheet(
    circle(140, 332, 26, "#FFD27A", 'opacity=".22"') + path("M140 322q-9 12 0 24 9-12 0-24Z", "#FFC24B"),
    ({ phase }) => ({
      scaleY: 1 + 0.12 * Math.sin(2 * Math.PI * phase * 7),
      scaleX: 1 - 0.06 * Math.sin(2 * Math.PI * phase * 5),
      pivot: [140, 346],
    }),
  );

function backdropOf(scene: Scene, framing: Framing, mirrored: boolean, nextId: Ids): string {
  const [wallId, blurId] = [nextId(), nextId()];
  const [top, bottom] = scene.wall;
  const wall = verticalGradient(wallId, top, bottom) + rect(-1200, -460, 2400, 1400, 0, `url(#${wallId})`);
  const back = mirrored ? group(scene.back, "scale(-1 1)") : scene.back;
  const halo = glow(nextId(), 0, 10, 230, scene.keyLight, 0.34);
  const blur = `<defs><filter id="${blurId}" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${wallBlur}"/></filter></defs>`;
  return inFrame(framing, `${blur}<g filter="url(#${blurId})">${wall}${back}${halo}</g>`);
}

const lightOf = (scene: Scene, framing: Framing): string =>
  document(
    framing,
    `<defs><radialGradient id="key" cx=".18" cy=".08" r=".95"><stop stop-color="${scene.keyLight}" stop-opacity=".42"/><stop offset=".55" stop-color="${scene.keyLight}" stop-opacity=".07"/><stop offset="1" stop-color="#08040F" stop-opacity=".42"/></radialGradient></defs><rect width="${framing.width}" height="${framing.height}" fill="url(#key)"/>`,
  );

/** Moves a person's sheet to their place in the picture: pivots and distances are scaled with them. */
function stand(layer: Layer, place: { x: number; y: number; scale: number }): Layer {
  const { x, y, scale } = place;
  return {
    drawings: layer.drawings.map((drawing) => group(drawing, `translate(${x} ${y}) scale(${scale})`)),
    show: layer.show,
    place: (pose): Placement => {
      const inner = layer.place(pose);
      const [pivotX, pivotY] = inner.pivot ?? [0, 0];
      return {
        ...inner,
        x: (inner.x ?? 0) * scale,
        y: (inner.y ?? 0) * scale,
        pivot: [x + pivotX * scale, y + pivotY * scale],
      };
    },
  };
}

/** The second of a couple moves in their own time. */
const ownTime = (layer: Layer, lead: (pose: Pose) => Pose): Layer => ({
  drawings: layer.drawings,
  show: (pose) => layer.show(lead(pose)),
  place: (pose) => layer.place(lead(pose)),
});

const answering = (pose: Pose): Pose => ({
  ...pose,
  headX: -pose.headX * 0.8,
  headTilt: -pose.headTilt,
  headY: pose.headY * 0.7,
  breath: 1 - pose.breath,
  swing: -pose.swing,
  mouth: pose.mouth === "talk" || pose.mouth === "round" ? "smile" : pose.mouth,
});

function couple(scene: Scene, [first, second]: readonly [Appearance, Appearance], nextId: Ids): PersonLayers {
  const behind = drawPerson(second, scene, "rest", nextId);
  const before = drawPerson(first, scene, "rest", nextId);
  return {
    body: [
      ...behind.body.map((layer) => ownTime(stand(layer, { x: 86, y: 8, scale: 0.8 }), answering)),
      ...before.body.map((layer) => stand(layer, { x: -74, y: 34, scale: 0.82 })),
    ],
    onFront: [],
  };
}

/** Takes a presenter apart for one framing. */
export function takeApart(presenter: Presenter, framing: Framing): Picture {
  const nextId = createIds(presenter.seed);
  const scene = scenes[presenter.scene]({
    random: seededRandom(presenter.seed),
    nextId,
    variant: presenter.variant,
  });
  const mirrored = presenter.variant === 1;
  const [first, second] = presenter.figures;
  const people = second
    ? couple(scene, [first, second], nextId)
    : drawPerson(first, scene, presenter.gesture ?? scene.gesture, nextId);
  const needsDesk = showsLowerEdge(framing) && scene.front === "";
  const life = mirrored ? scene.backLife.map((layer) => mirror(layer)) : scene.backLife;
  return {
    backdrop: backdropOf(scene, framing, mirrored, nextId),
    layers: [
      ...life,
      ...people.body,
      ...(scene.front ? [sheet(scene.front)] : []),
      ...(needsDesk ? [sheet(desk(scene.accent)), candleFlame()] : []),
      ...people.onFront,
      ...scene.frontLife,
    ],
    light: lightOf(scene, framing),
  };
}

/** A sheet of a mirrored room. */
function mirror(layer: Layer): Layer {
  return {
    drawings: layer.drawings.map((drawing) => group(drawing, "scale(-1 1)")),
    show: layer.show,
    place: (pose) => {
      const { x = 0, rotateDegrees = 0, pivot = [0, 0], ...others } = layer.place(pose);
      return { ...others, x: -x, rotateDegrees: -rotateDegrees, pivot: [-pivot[0], pivot[1]] };
    },
  };
}

const contentOf = (svg: string): string => svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));

/** One whole picture of a presenter in one pose, as SVG text of the framing's size. Equal input gives equal text. */
export function presenterSvg(presenter: Presenter, framing: Framing, pose: Pose = stillPose): string {
  const picture = takeApart(presenter, framing);
  const sheets = picture.layers.map((layer) => printLayer(layer, pose)).join("");
  return document(
    framing,
    contentOf(picture.backdrop) + contentOf(inFrame(framing, sheets)) + contentOf(picture.light),
  );
}

/** The head and shoulders of a presenter, square, for avatars. */
export const avatarSvg = (presenter: Presenter, size: number): string =>
  presenterSvg(presenter, {
    width: size,
    height: size,
    zoom: presenter.figures.length === 2 ? 1.35 : 1.8,
    headY: size * 0.53,
  });
