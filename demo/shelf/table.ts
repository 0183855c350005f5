import type { Shelf } from "./shelf-texts.ts";

/** Chessboards, kitchens and one digital farm. */
export const table: Shelf = {
  mika: {
    videos: [
      "Farm run: turnips before sunrise",
      "The cow glitch, explained badly",
      "World record pace until the goat",
      "Personal best, and a small scream",
      "Harvest over, lights out",
    ],
    posts: [
      [
        "Route notes",
        "Six pages on how to water forty turnips without stopping. Page four is just an apology to the chickens.",
      ],
      ["Why the goat matters", "It costs eleven seconds and I still pet it every run. Records come and go."],
      [
        "Controller number five",
        "The stick drifts to the left, so my farm does too. It is slowly becoming a spiral.",
      ],
      [
        "Merienda break",
        "Banana fritters between attempts three and four. Recipe included, measured in handfuls.",
      ],
    ],
  },
  mateo: {
    videos: [
      "Yo contra veinte, primera ronda",
      "El caballo que nadie vio",
      "Partida de un minuto con café",
      "Mate con el público en contra",
      "Tablas y telón",
    ],
    posts: [
      ["La jugada catorce", "Llevo tres días pensando en ella. Era torre, siempre era torre."],
      [
        "Reloj prestado",
        "Se adelanta dos segundos por partida. Lo descubrí después de perder once, todas por tiempo.",
      ],
      [
        "Apertura de mi barrio",
        "No sale en los libros. La jugaba don Ernesto en la plaza y terminaba siempre invitando a algo.",
      ],
      [
        "Contra todos ustedes",
        "Votaron cada jugada y me ganaron en treinta y una. Dejo la partida comentada y mi orgullo donde cayó.",
      ],
    ],
  },
  freya: {
    videos: [
      "Gáname en cinco, partida limpia",
      "Sacrifico la dama y respiro",
      "Ajedrez rápido con té demasiado caliente",
      "La revancha que pidieron todos",
      "Fin del torneo, se corre la cortina",
    ],
    posts: [
      [
        "Cinco minutos",
        "Es más de lo que parece: da para un plan, un error y una buena mentira con el alfil.",
      ],
      [
        "Mi peor derrota",
        "Nueve jugadas, contra un niño con un jugo en la mano. Me explicó dónde fallé y tenía razón.",
      ],
      [
        "Finales de peones",
        "Parecen sencillos como cruzar una calle vacía. Aquí van tres en los que siempre hay un carro.",
      ],
      ["Tablero de viaje", "Le falta un peón negro y uso un garbanzo. En cuatro países nadie ha preguntado."],
    ],
  },
  katya: {
    videos: [],
    posts: [
      ["Mate in three", "No hints, no mercy, one small smile. White to move, and the rook is lying to you."],
      [
        "My grandmother's notebook",
        "She wrote every game she lost and none she won. I learned the whole Caro-Kann from it.",
      ],
      [
        "Bad pieces, good plans",
        "A position where every piece stands wrong and everything works. It reminds me of my flat.",
      ],
      [
        "Answer to Friday's puzzle",
        "Forty-one of you sent it. Two found the short way, and one of those two is nine years old.",
      ],
    ],
  },
  henrik: {
    videos: [],
    posts: [
      [
        "Turning a bishop",
        "Pear wood, one evening, three attempts. The second one has a crooked hat and I kept it.",
      ],
      [
        "Slow chess",
        "One move a day by postcard with a man in Aarhus. We are at move thirty and he still has not castled.",
      ],
      ["The smell of good wood", "Walnut smells of bread, oak of old books, and cheap pine of regret."],
      [
        "Board number twelve",
        "Finished. It has one square that is slightly too dark, and I will not tell you which.",
      ],
    ],
  },
  ines: {
    videos: [
      "Sofrito sin prisa",
      "El truco de mi madre con el arroz",
      "Tortilla: la vuelta, por fin",
      "Cuando el soufflé subió",
      "Cocina cerrada, gracias a todos",
    ],
    posts: [
      ["Receta completa del viernes", "Con las medidas de verdad y no «un poquito». Bueno, con casi todas."],
      [
        "La cuchara de palo",
        "Tiene doce años y una muesca por cada cazuela quemada. Van cuatro, no está mal.",
      ],
      ["Mercado a las siete", "Tomates feos, que son los buenos, y una discusión preciosa sobre el perejil."],
      ["Lo que sobró", "Croquetas. Siempre son croquetas. Aquí está la proporción que nadie me quería dar."],
    ],
  },
  salma: {
    videos: [],
    posts: [
      ["Cocina con lo que tengas", "Dos huevos, medio limón y pan de ayer. Salió una cena y una canción."],
      [
        "Especias de mi abuela",
        "Las guardaba en frascos de mermelada sin etiqueta. Hay que oler y acordarse.",
      ],
      [
        "Carta de Tetuán",
        "Mi prima me manda recetas por audio con los niños gritando detrás. Transcribí esta, gritos incluidos.",
      ],
      ["El arroz perfecto", "No existe. Pero el del domingo estuvo muy cerca y tengo testigos."],
    ],
  },
  chiara: {
    videos: [
      "Duecento orecchiette, un pollice solo",
      "La farina sul naso",
      "Nonna corregge in diretta",
      "L'ultima orecchietta, applausi",
      "Si spegne il forno, sipario",
    ],
    posts: [
      [
        "Il gesto",
        "Si trascina, si rovescia, si passa alla prossima. Dopo cento volte le mani lo sanno e tu puoi chiacchierare.",
      ],
      [
        "Cime di rapa",
        "Quelle giovani, con i fiori chiusi. Se sono aperti, la nonna se ne accorge anche al telefono.",
      ],
      ["Errori miei", "Troppa acqua, troppa fretta, sale due volte. Una lista onesta, in ordine di gravità."],
      [
        "La tavola del tavoliere",
        "È di mio bisnonno e pesa quanto un motorino. Non si lava, si raschia, e non si discute.",
      ],
    ],
  },
};
