import type { Shelf } from "./shelf-texts.ts";

/** Guitars, pianos and one voice after midnight. */
export const songs: Shelf = {
  luna: {
    videos: [
      "La de anoche, sin el error del final",
      "Tres acordes y nada más",
      "Cuando alguien pidió un bolero",
      "La canción que me hizo reír a mitad",
      "Último tema, se cierra el telón",
    ],
    posts: [
      [
        "Cuerdas nuevas",
        "Cambié las cuerdas a las once y a las doce ya estaban desafinadas. Así conozco yo a una guitarra: discutiendo con ella.",
      ],
      [
        "La libreta azul",
        "Encontré la libreta donde apuntaba las peticiones del primer mes. Hay una que dice solo «la del tren». Nunca supe cuál era, pero escribí una.",
      ],
      [
        "Afinar por teléfono",
        "Mi hermana me llama para afinar su guitarra con la mía. Tardamos una hora y veinte minutos son de afinar.",
      ],
      [
        "Letra completa",
        "Me la pidieron tanto que aquí está entera, con la estrofa que nunca canto porque me da pena.",
      ],
      [
        "Lo que suena en mi cocina",
        "Mientras se hace el café pongo siempre el mismo disco. Quien adivine cuál, elige la primera canción del viernes.",
      ],
    ],
  },
  rosa: {
    videos: [],
    posts: [
      [
        "El acordeón de mi tío",
        "Me lo prestó por un fin de semana y van seis años. Hoy le limpié los fuelles y sonó a patio con gallinas.",
      ],
      [
        "Versos que no rimaron",
        "Cuatro intentos de copla que se quedaron a medio camino. Si alguien los termina, los canto con su nombre.",
      ],
      [
        "Valledupar, 1994",
        "Una foto vieja y la historia del vestido amarillo. Mi mamá dice que exagero y mi tía que me quedo corta.",
      ],
      [
        "Cómo se escucha un vallenato",
        "Primero la letra, luego el bajo, al final a la persona de al lado. En ese orden y sin prisa.",
      ],
    ],
  },
  dani: {
    videos: [],
    posts: [
      [
        "Una canción sobre esta sala",
        "La primera estrofa la escribieron ustedes sin saberlo: copié lo que decían el martes mientras se caía el internet.",
      ],
      [
        "Capo en el cinco",
        "Por fin encontré el tono. Dejo los acordes para quien quiera acompañar desde su casa y desafinar conmigo.",
      ],
      [
        "Pedido imposible",
        "Alguien me pidió una ranchera triste que dé risa. Acepté. Este es el borrador y todavía no da risa.",
      ],
      [
        "Mañana de domingo",
        "Guitarra, pan tostado y la vecina pidiendo que repita el coro. Hay públicos peores.",
      ],
    ],
  },
  thiago: {
    videos: [],
    posts: [
      [
        "Um acorde por dia",
        "Hoje foi o sol com sétima e nona, que parece complicado e só quer um dedo a mais. Amanhã a gente tira esse dedo.",
      ],
      [
        "O violão do meu avô",
        "Tem um risco na madeira de 1972 e ninguém na família conta a mesma história sobre ele. Deixei as três versões aqui.",
      ],
      [
        "Bossa para lavar a louça",
        "Ritmo perfeito: um prato a cada dois compassos. Testado, aprovado, e só quebrei um copo.",
      ],
      [
        "Ensaio na varanda",
        "Choveu no meio e continuei. O vizinho bateu palmas, ou fechou a janela, nunca vou saber.",
      ],
    ],
  },
  clara: {
    videos: [
      "Notturno per chi non dorme",
      "Il tema del film che nessuno ricorda",
      "Quattro mani, ma le mie sono due",
      "Quando avete indovinato al primo accordo",
      "Buonanotte, e il sipario",
    ],
    posts: [
      [
        "Il tasto che non suona",
        "È il la dell'ottava alta. Ho imparato a scrivere girandogli intorno, come con certi parenti.",
      ],
      [
        "Spartito con macchia di caffè",
        "La macchia è sulla battuta più difficile. Credo che qualcuno prima di me abbia avuto lo stesso problema.",
      ],
      [
        "Musica per titoli di coda",
        "Restate seduti fino alla fine: è lì che mettono i pezzi belli. Ne ho trascritto uno, eccolo.",
      ],
      [
        "L'accordatore",
        "È venuto stamattina, ha ascoltato dieci secondi e ha detto: allora suona molto di notte. Si sente dal pedale.",
      ],
      [
        "Tre minuti di pioggia",
        "Ho lasciato la finestra aperta mentre suonavo. La pioggia entra a tempo, giuro, soprattutto nel secondo movimento.",
      ],
    ],
  },
  bruno: {
    videos: [],
    posts: [
      [
        "Cantarolem que eu toco",
        "Ontem alguém cantarolou uma propaganda de 1988 e eu acertei na terceira nota. Guardo esse troféu.",
      ],
      [
        "Teclado emprestado",
        "As teclas são menores e meus dedos reclamam. Mesmo assim saiu um choro que eu não sabia que sabia.",
      ],
      [
        "Lista das que ainda não tirei",
        "São onze. A número quatro ninguém acredita que existe, mas minha avó cantava inteira.",
      ],
      [
        "Improviso em dó",
        "Gravei sem parar durante o jantar do vizinho. Dá para ouvir o garfo no compasso doze.",
      ],
    ],
  },
  elena: {
    videos: [],
    posts: [
      [
        "Para trasnochadores",
        "Una pieza de cuatro minutos para cuando ya no queda nadie despierto. No tiene final, se apaga.",
      ],
      [
        "El metrónomo",
        "Lo apagué en marzo y toco mejor desde entonces. Lo conservo porque hace de pisapapeles con mucha dignidad.",
      ],
      ["Piano de hotel", "Me dejaron tocar después de las once si prometía no cantar. Cumplí casi todo."],
      [
        "Apuntes al margen",
        "Mi profesora escribía «respira» en cada página. Hoy entendí que no hablaba de la música.",
      ],
    ],
  },
  dante: {
    videos: [
      "Carta a quien dejó la luz encendida",
      "La que llegó sin firma",
      "Lo que contestó el abuelo",
      "Carta leída de pie",
      "Buenas noches, se corre la cortina",
    ],
    posts: [
      [
        "Sobre sin remitente",
        "Apareció en el buzón del estudio. Dentro, una receta de arroz y la frase «para cuando te canses de hablar».",
      ],
      [
        "Las cartas que no leo",
        "Hay tres que guardo porque quien las escribió me pidió esperar. Se puede esperar muy bien con una carta en el cajón.",
      ],
      [
        "Papel y tinta",
        "Me preguntan con qué escribo. Con lo que haya, pero despacio: esa es toda la técnica.",
      ],
      [
        "Cómo empezar",
        "«Querida» es una palabra que pesa. Prefiero «Oye», que entra en la habitación sin tocar la puerta.",
      ],
    ],
  },
};
