import type { Shelf } from "./shelf-texts.ts";

/** Plants, paint and the first stretch of the day. */
export const daylight: Shelf = {
  robin: {
    videos: [],
    posts: [
      [
        "Found on the 23:40",
        "A novel with a pressed tulip at page 88. I finished it for whoever had to get off early.",
      ],
      [
        "Platform reading",
        "Nine minutes' delay is a short story. Twenty-six is a novella and a cold coffee.",
      ],
      [
        "The conductor's advice",
        "Read the last line aloud before your stop. People look up, and one of them always smiles.",
      ],
      ["Lost and found", "I give every book back. This one came back to me twice, so now it is mine."],
    ],
  },
  sol: {
    videos: [
      "Coffee among the ferns",
      "The orchid that finally forgave me",
      "Rain on the greenhouse roof",
      "First bloom, and I clapped too",
      "Shutters down, good night plants",
    ],
    posts: [
      ["Greenhouse, 7 a.m.", "Fog on the glass, first coffee, and a tomato that has decided to be a tree."],
      ["Names of my plants", "The fern is Monsieur Paul. He does not like draughts or being discussed."],
      ["Water less", "That is the entire course. I am told I should charge for it, so I did."],
      [
        "Letter to a fern",
        "Dear Monsieur Paul, the window stays open until six. We have been through this. Warmly, Sol.",
      ],
      ["Seed envelope", "Marked 'maybe beans'. They were not beans. Photograph of the surprise inside."],
    ],
  },
  mila: {
    videos: [
      "Repotting day, all hands dirty",
      "Roots like a bird's nest",
      "The cactus asks for patience",
      "It survived, we celebrate",
      "Sweeping up, curtain",
    ],
    posts: [
      [
        "Soil recipe",
        "Two parts patience, one part sand. The rest depends on your windows and your grandmother.",
      ],
      [
        "Ask me anything",
        "The ten questions of the week, answered with soil under the nails. Number six surprised me.",
      ],
      [
        "Broken pot",
        "It broke along a beautiful line. I mended it with twine and now it is everybody's favourite.",
      ],
      [
        "Balcony plan",
        "North-facing, four square metres, sixteen opinions. Here is the drawing we agreed on.",
      ],
    ],
  },
  marisol: {
    videos: [],
    posts: [
      [
        "Chiles de azotea",
        "Los rojos pican poco, los verdes mienten. La lista completa, del tímido al imprudente.",
      ],
      [
        "Chocolate en agua",
        "Como lo hacía mi abuela: molinillo, espuma y ninguna prisa. Nada de leche, nada de excusas.",
      ],
      ["El colibrí", "Viene a las seis y diez. Ya le puse reloj y hoy llegó tarde por primera vez."],
      [
        "Cosecha de octubre",
        "Dos canastas y media. La media es porque pasó la vecina y se veía tan contenta.",
      ],
    ],
  },
  emilia: {
    videos: [
      "Tu ciudad en gouache, primera capa",
      "Un cielo que no era azul",
      "Pinto tu balcón mientras hablas",
      "Cuando reconocieron la esquina",
      "Pinceles a remojo",
    ],
    posts: [
      [
        "Rosario desde el río",
        "Me la pidió alguien que no vuelve desde 2011. Tardé tres noches y dos cielos.",
      ],
      ["Paleta de la semana", "Ocre, un verde que inventé por error y el rosa de las paredes viejas."],
      [
        "Bocetos que no fueron",
        "Cinco intentos de una misma plaza. El cuarto es el mejor y no sé por qué lo dejé.",
      ],
      ["Papel mojado", "Se ondula, se rebela y al final hace la mitad del trabajo. Yo firmo igual."],
    ],
  },
  amara: {
    videos: [
      "A portrait in ten minutes",
      "The smile is the hard part",
      "Charcoal on everything, again",
      "You guessed who it was",
      "Easel folded, curtain drawn",
    ],
    posts: [
      [
        "Ten minutes, one face",
        "I start with the ears. Nobody poses with their ears, so they are always honest.",
      ],
      [
        "The fixative incident",
        "Open a window first. That is the lesson, and this is the drawing that cost me an evening.",
      ],
      ["Sketchbook, page forty", "Bus stop, market, a sleeping uncle. He has asked for royalties."],
      [
        "Left hand only",
        "I broke a rule and a pencil. Some of these are better and I would rather not discuss it.",
      ],
    ],
  },
  mei: {
    videos: [],
    posts: [
      ["Ink fish", "One breath for the body, half for the tail. If you stop to think, it drowns."],
      [
        "Grinding ink",
        "Two hundred small circles. By the end of them I have usually forgotten what annoyed me.",
      ],
      ["Paper from home", "My father folds the parcel so well that I keep the parcels too."],
      ["Quiet talk", "We said eleven sentences in an hour and painted six fish. It felt like a party."],
    ],
  },
  kai: {
    videos: [
      "Diez minutos y una silla",
      "La plancha más corta del mundo",
      "Estiramos con la tele prendida",
      "Último minuto, sin excusas",
      "A descansar, se cierra",
    ],
    posts: [
      [
        "La silla",
        "Es de madera, cojea un poco y es mi mejor aparato. Aquí van seis ejercicios y un aviso sobre la pata izquierda.",
      ],
      [
        "Semana uno",
        "Diez minutos al día, nada más. Quien lo cumpla puede presumir; quien no, puede volver mañana.",
      ],
      ["Playlist sin prisa", "Para moverse lento. La número cinco es trampa y hace sudar."],
      ["Rodillas felices", "Tres hábitos pequeños de la fisio de mi mamá. Funcionan y no cuestan nada."],
    ],
  },
};
