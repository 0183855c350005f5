import type { Shelf } from "./shelf-texts.ts";

/** Night radio, records and games. */
export const radio: Shelf = {
  lia: {
    videos: [
      "Madrugada número cem",
      "A história do táxi errado",
      "Ligou gente da Bahia e de Braga",
      "O recado que fez todo mundo gritar",
      "Vinheta de encerramento",
    ],
    posts: [
      [
        "Histórias da madrugada",
        "Reuni as cinco que vocês mais pediram. Tirei os nomes, deixei os cachorros.",
      ],
      ["O microfone velho", "Ele chia no s e por isso falo devagar. No fim, virou o meu estilo."],
      [
        "Pauta de hoje",
        "Um reencontro na fila do banco, uma receita secreta e a pergunta de sempre: vocês dormem quando?",
      ],
      [
        "Silêncio no ar",
        "Fiquei sete segundos sem dizer nada e ninguém desligou. É o meu recorde e o meu orgulho.",
      ],
      [
        "Bilhete da ouvinte 12",
        "Ela escreve toda quinta, assina com um desenho de guarda-chuva e nunca erra a previsão do tempo.",
      ],
    ],
  },
  jules: {
    videos: [],
    posts: [
      [
        "Toutes petites nouvelles",
        "Le chat de la boulangerie a changé de vitrine. Notre envoyé spécial, c'est-à-dire moi, était sur place.",
      ],
      [
        "Dépêche de l'escalier",
        "Troisième étage : quelqu'un a réparé la marche qui grince. Le quartier hésite entre gratitude et nostalgie.",
      ],
      [
        "Correction",
        "Hier j'ai annoncé un rouge-gorge. C'était un moineau très sûr de lui. Toutes mes excuses aux deux.",
      ],
      ["Édition du soir", "Rien à signaler, et je mets quatre minutes à le dire avec soin."],
    ],
  },
  valentina: {
    videos: [],
    posts: [
      [
        "El chisme detrás del tango",
        "Todos bailan la versión triste. La letra original terminaba con una empanada y un perdón.",
      ],
      [
        "Zapatos de 1968",
        "Los heredé con la suela gastada de un solo lado. Así supe que mi abuela siempre giraba a la izquierda.",
      ],
      ["Milonga en la cocina", "Dos metros por tres y un gato que marca el compás. No hace falta más pista."],
      [
        "Palabras en lunfardo",
        "Cinco para usar esta semana sin que nadie se dé cuenta. La tercera es peligrosa en reuniones.",
      ],
    ],
  },
  aria: {
    videos: [
      "Set de minuit, première heure",
      "Le vinyle qui saute au bon endroit",
      "Basses douces pour voisins patients",
      "La descente que tout le monde attendait",
      "Dernier disque, rideau",
    ],
    posts: [
      [
        "Bac du mardi",
        "Douze disques trouvés pour le prix d'un café. Trois sont bons, un est magnifique, le reste fera de beaux sous-plats.",
      ],
      [
        "Le passage à 124",
        "On me demande toujours comment j'enchaîne ces deux morceaux. Réponse : en retenant mon souffle seize mesures.",
      ],
      [
        "Néon neuf",
        "L'ancien bourdonnait en si bémol. Le nouveau se tait et, je l'avoue, il me manque un peu.",
      ],
      [
        "Liste complète d'hier",
        "Avec les deux titres que je n'avais pas le droit de nommer et que j'appelle donc A et B.",
      ],
      [
        "Casque ou enceintes",
        "Pour la première fois, j'ai mixé une heure sans casque. On entend mon sourire et une petite panique.",
      ],
    ],
  },
  paloma: {
    videos: [
      "Brillantina en el sintetizador",
      "El pedido más raro de la noche",
      "Arpegio para bailar sentada",
      "Cuando subimos el volumen",
      "Cierre con cortina y reverb",
    ],
    posts: [
      [
        "Sonido nuevo",
        "Lo hice con una flauta de plástico y demasiado eco. Le puse «delfín cansado» y ya está en tres canciones.",
      ],
      ["Cables por colores", "Ordené todo por colores y ahora no encuentro nada, pero qué bonito se ve."],
      [
        "Lista de pedidos",
        "Los diez más repetidos del mes. El siete me lo piden con emojis y aún no sé si lo entendí.",
      ],
      ["Purpurina", "Sigue saliendo del teclado desde enero. Ya es parte del instrumento."],
    ],
  },
  alexia: {
    videos: [
      "Salsa con el bajo en la cara",
      "La vuelta que casi me sale",
      "Bailen ustedes, yo pongo los discos",
      "El solo de trombón, otra vez",
      "Se acabó la fiesta, bajen la luz",
    ],
    posts: [
      [
        "Demasiados graves",
        "El técnico dijo que no hacían falta. El técnico ya no viene y los vidrios siguen vibrando felices.",
      ],
      [
        "Paso básico",
        "Uno, dos, tres y no mirar los pies. Lo demás son adornos que la gente inventa cuando está contenta.",
      ],
      ["El disco rayado", "Salta siempre en «vida» y por eso esa canción dura ocho minutos en mi casa."],
      [
        "Carta de Cali",
        "Me mandaron un pañuelo y una lista de sitios donde el piso suena bien. Se agradecen los dos.",
      ],
    ],
  },
  yuki: {
    videos: [
      "Co-op night: we lost to the first door",
      "The chat chose the boss, sorry",
      "One heart left and a bad idea",
      "We actually won this one",
      "Game over, curtain down",
    ],
    posts: [
      [
        "Rules of co-op night",
        "You pick the boss, I pick the weapon, nobody picks the music. That last rule exists because of last Tuesday.",
      ],
      ["My worst map", "I drew it from memory. It has two norths and one of them is correct."],
      [
        "Snack tier list",
        "Rice crackers first, anything that leaves dust on the controller last. This is not open for discussion.",
      ],
      [
        "Boss ranking",
        "By difficulty, by music and by how rude they are when you lose. The frog leads all three.",
      ],
      [
        "Save file 3",
        "Forty hours, one sword, zero plans. A short love letter to the save file I almost deleted.",
      ],
    ],
  },
  leo: {
    videos: [],
    posts: [
      [
        "Aventura en noruego",
        "Instalé el juego en el idioma equivocado y llegué hasta el castillo. Ahora sé decir «puerta» y «lo siento».",
      ],
      [
        "Inventario",
        "Una cuerda, un pez y una llave que no abre nada. Así empezó también mi último trabajo.",
      ],
      [
        "El puzle de las campanas",
        "La solución estaba en el manual de 1991, página nueve, junto a una mancha que parece un dragón.",
      ],
      [
        "Diálogo favorito",
        "El pirata pregunta por tu madre y no hay respuesta buena. Dejo las cuatro malas, por si acaso.",
      ],
    ],
  },
};
