import type { Shelf } from "./shelf-texts.ts";

/** Movement, languages, and people who share a sofa. */
export const together: Shelf = {
  greta: {
    videos: [
      "Diez minutos de estiramiento suave",
      "Espalda contenta, cara de sorpresa",
      "Respiramos y nadie se duerme",
      "El equilibrio, por fin",
      "Luces bajas y a la colchoneta",
    ],
    posts: [
      [
        "Cuello de oficina",
        "Cuatro movimientos que se hacen sin que el jefe se entere. Yo los probé en el banco.",
      ],
      ["La colchoneta azul", "Tiene la forma de mi perro. Ya no sé quién se la presta a quién."],
      ["Domingo lento", "Una rutina de doce minutos que termina, a propósito, en el suelo."],
      [
        "Preguntas de rodillas",
        "Las vuestras, literalmente sobre rodillas. Contesto las ocho que más se repiten.",
      ],
    ],
  },
  bianca: {
    videos: [],
    posts: [
      [
        "Um passo só",
        "É sempre o mesmo, repetido até virar alegria. O segredo está no joelho e na paciência.",
      ],
      ["Sapato de ensaio", "Furado no dedão direito, porque é ali que a gente gira. Não troco por nada."],
      [
        "Samba na fila",
        "Esperei o ônibus quarenta minutos e ensinei três pessoas. Uma perdeu o ônibus de propósito.",
      ],
      ["Bateria de panela", "Dois baldes, uma frigideira e minha tia no comando. Ela não aceita atraso."],
    ],
  },
  priya: {
    videos: [
      "One word, five accents",
      "The tongue-twister that beat me",
      "Small talk in a language I just met",
      "The whole chat said it right",
      "Good night in every language I have",
    ],
    posts: [
      [
        "A word we borrowed",
        "This week from Portuguese, for missing something you may never have had. We used it all Tuesday.",
      ],
      [
        "Mistakes, applauded",
        "My favourite five from the chat. One of them should really be in the dictionary.",
      ],
      ["Five languages, one laugh", "I recorded the same joke in each. Only the pause moves."],
      [
        "Homework, if you like",
        "Say good morning to a stranger in a language you cannot spell. Report back.",
      ],
    ],
  },
  nadia: {
    videos: [],
    posts: [
      [
        "Polite ways to be rude",
        "Four languages, twelve phrases, no casualties. Number nine works even on customs officers.",
      ],
      ["From the booth", "He said 'herring' for eleven minutes. I found nine synonyms and kept my face."],
      [
        "Untranslatable",
        "A small list that I keep in my passport. It has got me out of two lifts and one wedding.",
      ],
      [
        "Silence, interpreted",
        "When the speaker stops, so do I, and for a moment everybody looks at the glass box.",
      ],
    ],
  },
  ivyandsam: {
    videos: [
      "Pub quiz, the round nobody won",
      "Sam explains the offside rule",
      "Ivy buzzes before the question",
      "Tie-break with a rubber duck",
      "Last orders, curtain",
    ],
    posts: [
      ["Quiz sheet no. 30", "Twenty questions, two of them wrong on purpose. Sam insists it was three."],
      ["The sofa rules", "Left side is Ivy's, the crisps are everybody's, the remote is under the cat."],
      ["Picture round", "Name the city from its bus. Nobody has got number seven yet and we live there."],
      [
        "Leftover questions",
        "Too hard for the pub, too good for the bin. Number three started an argument about tomatoes.",
      ],
      ["Who said it", "Ivy or Sam? Ten quotes from our kitchen. Our own mothers scored four."],
    ],
  },
  lolaypablo: {
    videos: [
      "Doblamos el peor tráiler del año",
      "Pablo hace de dinosaurio",
      "Lola se ríe y hay que repetir",
      "La escena del beso, en gallego",
      "Créditos y telón",
    ],
    posts: [
      [
        "Guion sin censura",
        "Lo escribimos en la lavandería entre dos ciclos. Se nota en el centrifugado del segundo acto.",
      ],
      ["Efectos caseros", "Apio para los huesos, arroz para la lluvia y Pablo para todo lo que cruje."],
      ["Toma once", "La diez era buena, pero entró el repartidor. La once es mejor porque se quedó."],
      [
        "Tráiler en construcción",
        "Falta la música, el final y el permiso de los vecinos. Por lo demás, está casi listo.",
      ],
      ["Voces prestadas", "La del villano es de mi suegro al despertarse. No lo sabe y no se lo digan."],
    ],
  },
  saraetluc: {
    videos: [],
    posts: [
      [
        "Fuite numéro neuf",
        "Elle est petite, bien placée, et tombe dans la théière. Nous la gardons pour l'instant.",
      ],
      ["Amarrés à Sète", "Vue sur deux mouettes et un accordéoniste. L'une des mouettes chante mieux."],
      [
        "La cuisine fait deux mètres",
        "On y passe à tour de rôle, comme à un pont. Voici le gratin qui en est sorti.",
      ],
      [
        "Journal de bord",
        "Lundi, vent. Mardi, vent. Mercredi, Luc a trouvé d'où venait le bruit : c'était Luc.",
      ],
    ],
  },
  aikoandren: {
    videos: [],
    posts: [
      [
        "Same idea, two drawings",
        "A cat on a train. Aiko drew the cat, Ren drew the train, and neither of us drew the ticket.",
      ],
      [
        "Twenty minutes each",
        "No looking, one pencil, the same three words. This is the first time we both chose rain.",
      ],
      ["Ren's margins", "He fills them with tiny whales. I have started to count them: two hundred and six."],
      ["Ink on the table", "It has the shape of Hokkaido, so we left it there."],
    ],
  },
};
