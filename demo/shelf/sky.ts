import type { Shelf } from "./shelf-texts.ts";

/** Stars, books and one more kitchen. */
export const sky: Shelf = {
  leila: {
    videos: [],
    posts: [
      [
        "Le thé, version longue",
        "On verse de haut pour la mousse et pour le spectacle. Le troisième verre est celui des confidences.",
      ],
      [
        "Quatre heures du matin",
        "Je me réveille toujours pour un four qui n'existe plus. Alors je fais du pain, tant qu'à y être.",
      ],
      ["Couscous, heure deux", "C'est le moment où tout le monde pense que c'est prêt. Ce n'est pas prêt."],
      [
        "La boulangerie d'en bas",
        "Une photo de la vitrine en 1999 et l'odeur que je n'arrive pas à décrire. J'essaie quand même.",
      ],
    ],
  },
  vera: {
    videos: [
      "Saturn at ten, with a blanket",
      "The cloud that would not move",
      "Six floors, one telescope",
      "Everybody saw the shooting star",
      "Dome closed until tomorrow",
    ],
    posts: [
      [
        "Tonight's list",
        "Saturn, two double stars and a smudge that I promise is a galaxy. Bring patience and socks.",
      ],
      [
        "Rings, drawn by hand",
        "I sketch what I see, not what I know. This one took forty minutes and a very cold pencil.",
      ],
      ["On light that is late", "What you see left before you were born. I find that comforting on Mondays."],
      ["Cloudy nights", "For wishes and soup, in that order. Here is the soup."],
    ],
  },
  zara: {
    videos: [],
    posts: [
      [
        "Des étoiles, d'autres noms",
        "Ma grand-mère appelait Orion « les trois porteurs d'eau ». Depuis, je ne vois plus le chasseur.",
      ],
      [
        "Carte du ciel de Dakar",
        "Dessinée au crayon gras sur un carton de lait. Elle est juste, à un palmier près.",
      ],
      [
        "La nuit la plus noire",
        "Sans lune et sans courant : le quartier entier sur les toits. On a compté jusqu'à s'endormir.",
      ],
      ["Pourquoi je chuchote", "Parce que dehors, la nuit, tout le monde chuchote sans savoir pourquoi."],
    ],
  },
  ravi: {
    videos: [],
    posts: [
      [
        "Orbits with mangoes",
        "The big one is Jupiter. The one with a bite taken out of it is my fault and also a comet.",
      ],
      [
        "Falling and missing",
        "That is all an orbit is. I have tried it with a skateboard and can recommend the theory only.",
      ],
      [
        "Questions from children",
        "'Does space have a back door?' I thought about this for a week. Here is my best answer.",
      ],
      [
        "Backyard eclipse",
        "Two lamps, one orange, a very patient uncle. It works better than most diagrams.",
      ],
    ],
  },
  ingrid: {
    videos: [],
    posts: [
      [
        "Waiting, hour three",
        "No aurora yet. I have coffee, a dog that is not mine, and excellent company in the chat.",
      ],
      [
        "Green, then nothing",
        "Forty seconds over the fjord. I forgot the camera and remember it better for it.",
      ],
      ["What to wear", "Wool, then wool, then something against the wind. Vanity freezes first."],
      ["Log of a quiet night", "21:10 clouds. 22:40 stars. 23:55 a fox. 00:30 worth it."],
    ],
  },
  noor: {
    videos: [
      "Première page, lue deux fois",
      "Le livre qui s'ouvre tout seul",
      "Un chapitre contre le sommeil",
      "La phrase que vous avez applaudie",
      "Page cornée, lumière éteinte",
    ],
    posts: [
      [
        "Premières phrases",
        "J'en ai recopié neuf. Essayez d'arrêter de lire après la quatrième, moi je n'ai pas pu.",
      ],
      [
        "Marque-pages",
        "Un ticket de bus, une feuille de figuier, une facture de 2003. Ils racontent mieux que les livres.",
      ],
      [
        "Lire à voix basse",
        "Il faut respirer avant les virgules et jamais après. Le reste est une affaire de thé.",
      ],
      [
        "Bibliothèque du quartier",
        "La dame de l'accueil devine ce qu'il me faut à ma façon de fermer le parapluie.",
      ],
    ],
  },
  tomas: {
    videos: [],
    posts: [
      [
        "El poema que odiabas",
        "Lo leímos mal, en fila y con sueño. Dale otra oportunidad: empieza por el final.",
      ],
      ["Versos para el bus", "Caben entre dos paradas. El tercero da para que se te pase la tuya."],
      ["Tachones", "Mi ejemplar está lleno de peleas con el autor. En la página cuarenta hacemos las paces."],
      [
        "Deberes voluntarios",
        "Escribe ocho versos sobre algo de tu cocina. Yo hice el mío sobre el colador y estoy orgulloso.",
      ],
    ],
  },
  fiona: {
    videos: [],
    posts: [
      [
        "A gentle ghost",
        "She only ever moves the butter. My aunt has been saying goodnight to her since 1981.",
      ],
      [
        "The house on the bend",
        "Everyone slows down there and nobody says why. I asked. This is what the postman told me.",
      ],
      ["How to tell it", "Start with the weather, lie about the year, and always know where the door is."],
      [
        "From the notebook",
        "Three beginnings without endings. You may have them, but be kind to the dog in the second.",
      ],
    ],
  },
};
