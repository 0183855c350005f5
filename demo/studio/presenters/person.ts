import { garments, sleeveOf, TORSO } from "./clothes.ts";
import * as face from "./face.ts";
import { cheeringArm } from "./gestures/arms.ts";
import type { Gesture, GestureName, Limb } from "./gestures/gesture.ts";
import { brush, guitar, lift, mug, pad, stir } from "./gestures/holding.ts";
import { chin, keys, rest, talk, wave } from "./gestures/open-hands.ts";
import { haircuts } from "./hair.ts";
import { type Layer, type Placement, sheet } from "./layer.ts";
import { hairTints, type Skin, skins } from "./palette.ts";
import type { Pose } from "./pose.ts";
import type { Appearance } from "./presenter.ts";
import type { Scene } from "./scenes/scene.ts";
import { type Ids, path, stroke } from "./svg.ts";

/** A person's sheets, back to front; `onFront` lies on the table before them. */
export type PersonLayers = { body: readonly Layer[]; onFront: readonly Layer[] };

const neck: readonly [number, number] = [0, 84];
const waist: readonly [number, number] = [0, 420];

const withHead = (pose: Pose): Placement => ({
  x: pose.headX,
  y: pose.headY,
  rotateDegrees: pose.headTilt,
  pivot: neck,
});

/** Hair on the shoulders follows the head, but less. */
const withHairBehind = (pose: Pose): Placement => ({
  x: pose.headX * 0.8,
  y: pose.headY,
  rotateDegrees: pose.headTilt * 0.75,
  pivot: neck,
});

const withBreath = (pose: Pose): Placement => ({
  scaleX: 1 + 0.006 * (pose.breath - 0.5),
  scaleY: 1 + 0.012 * (pose.breath - 0.5),
  pivot: waist,
});

/** The light of the room on the clothes: bright along one edge, dark along the other. */
const edgeLight = (id: string, rimLight: string): string =>
  `<linearGradient id="${id}" x1="0" x2="1"><stop stop-color="${rimLight}" stop-opacity=".62"/><stop offset=".22" stop-color="${rimLight}" stop-opacity=".06"/><stop offset=".6" stop-color="#1B0B2A" stop-opacity="0"/><stop offset="1" stop-color="#1B0B2A" stop-opacity=".5"/></linearGradient>`;

function torso(appearance: Appearance, skin: Skin, rimLight: string, nextId: Ids): string {
  const torsoClip = nextId();
  const light = nextId();
  const [main, accent] = appearance.colours;
  return (
    `<clipPath id="${torsoClip}"><path d="${TORSO}"/></clipPath>` +
    edgeLight(light, rimLight) +
    path("M-25 50V98C-25 124 25 124 25 98V50Z", skin.lit) +
    path("M-25 66C-14 92 14 92 25 66V84C14 110-14 106-25 92Z", skin.shade, 'opacity=".8"') +
    garments[appearance.cloth]({ main, accent, skin: skin.lit, torsoClip }) +
    path(TORSO, `url(#${light})`) +
    `<g clip-path="url(#${torsoClip})">${path("M-60 96Q0 160 60 96L70 120Q0 200-70 120Z", "#1B0B2A", 'opacity=".12"')}</g>` +
    stroke("M104 214C112 270 112 330 114 420", "#0003", 4)
  );
}

function head(appearance: Appearance, skin: Skin, scene: Scene, nextId: Ids): Layer[] {
  const has = (feature: Appearance["features"][number]) => appearance.features.includes(feature);
  const tint = hairTints[appearance.hairColour];
  const over =
    haircuts[appearance.hair](tint).front +
    (has("glasses") ? face.glasses() : "") +
    (has("earrings") ? face.earrings() : "") +
    (scene.headphones ? face.headphones(scene.accent) : "");
  const skinAndBeard =
    face.faceSkin(skin, scene.rimLight, nextId(), has("freckles")) + (has("beard") ? face.beard(tint) : "");
  return [
    sheet(skinAndBeard, withHead),
    { drawings: face.eyeVariants(skin, !has("strongBrows")), show: face.eyeIndex, place: withHead },
    sheet(face.brows(tint, has("strongBrows")), (pose) => {
      const place = withHead(pose);
      return { ...place, y: (place.y ?? 0) - pose.brows };
    }),
    {
      drawings: face.mouthVariants(has("beard"), appearance.mouth === "open"),
      show: face.mouthIndex,
      place: withHead,
    },
    sheet(over, withHead),
  ];
}

/** Draws one person in the light of a scene. */
export function drawPerson(
  appearance: Appearance,
  scene: Scene,
  gestureName: GestureName,
  nextId: Ids,
): PersonLayers {
  const skin = skins[appearance.skin];
  const [main, accent] = appearance.colours;
  const limb = { skin, sleeve: sleeveOf(appearance.cloth, { main, accent, skin: skin.lit }) };
  const gesture = gestures[gestureName](limb);
  const hairBehind = haircuts[appearance.hair](hairTints[appearance.hairColour]).behind;
  const body: Layer[] = [
    ...(hairBehind ? [sheet(hairBehind, withHairBehind)] : []),
    sheet(torso(appearance, skin, scene.rimLight, nextId), withBreath),
    ...head(appearance, skin, scene, nextId),
    ...gesture.behindFront,
    ...(gesture.freeArms.left ? [cheeringArm(-1, limb)] : []),
    ...(gesture.freeArms.right ? [cheeringArm(1, limb)] : []),
  ];
  return { body, onFront: gesture.onFront };
}

/** Every gesture by its name. */
const gestures: Readonly<Record<GestureName, (limb: Limb) => Gesture>> = {
  guitar,
  wave,
  chin,
  mug,
  brush,
  pad,
  keys,
  stir,
  talk,
  lift,
  rest,
};
