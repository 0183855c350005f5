import type { TopicLines } from "./lines.ts";

/** What people ask and say about what they see, in Spanish; answers are the model's. */
export const topicsEs: TopicLines = {
  guitar: {
    exchanges: [
      ["¿es nueva esa cejilla?", "Cejilla vieja, goma nueva. Por fin no se resbala"],
      ["¿te sabes La llorona?", "Claro, pero esa se pide bajito"],
      ["¿cuánto tardan en dejar de doler los dedos?", "Tres semanas. Después solo duelen cuando tocas bien"],
      ["¿en qué tono está?", "Medio tono abajo, que a esta hora mi voz lo agradece"],
      ["¿cuerdas de nylon?", "De nylon. Las de acero son para cuando estoy brava"],
    ],
    remarks: [
      "esos armónicos del final me erizaron la piel",
      "qué limpio se oye hoy",
      "la última canción, uff",
      "tengo la guitarra en las piernas y solo te miro",
      "mi mamá cantaba esa en la cocina",
    ],
    model: ["Afino dos minutos y seguimos", "Esta me la enseñó un señor que manejaba un bus"],
  },
  piano: {
    exchanges: [
      ["¿cómo se llama esta pieza?", "Todavía no tiene nombre. Se aceptan propuestas"],
      ["¿tocas con la tapa abierta?", "Solo cuando los vecinos están de vacaciones"],
      ["¿la izquierda es la difícil?", "La izquierda hace el trabajo y la derecha se lleva las flores"],
      ["¿algo de película?", "Sí, pero tienes que adivinar cuál"],
    ],
    remarks: [
      "esas notas graves movieron mi escritorio",
      "te puse en los parlantes grandes y no me arrepiento",
      "así suavecito, por favor, para siempre",
      "el gato levantó la cabeza con ese acorde",
    ],
    model: ["Voy a repetir ese compás hasta que me perdone", "Ahora más lento, escuchen la voz del medio"],
  },
  radio: {
    exchanges: [
      ["¿hoy lees la mía?", "Si cabe en una página, sí. Si no cabe, dos veces"],
      ["¿qué micrófono es?", "Uno de segunda mano con mejor pasado que yo"],
      ["¿quién mandó la carta del faro?", "Alguien que firma con un pez dibujado. Nunca pregunto"],
      ["¿haces otra vez la puerta que rechina?", "La puerta está cansada, pero por ti sí"],
    ],
    remarks: [
      "esta voz a esta hora debería venderse con receta",
      "voy manejando despacio para que no se acabe",
      "la lluvia es de verdad, ¿no? ¿no?",
      "te oímos en la panadería, saludos del turno de las 4",
    ],
    model: [
      "La siguiente carta trae un perro, pónganse cómodos",
      "Dejo una pausa para que pongan el agua del té",
    ],
  },
  synth: {
    exchanges: [
      ["¿qué bajo es ese?", "Dos sierras discutiendo y yo en medio"],
      ["¿a cuántos bpm?", "A 122, y sube si se portan bien"],
      ["¿quitas el bombo un compás?", "Listo. ¿Ves cuánto se extraña?"],
      ["¿es improvisado?", "Todo menos las cuatro primeras notas"],
    ],
    remarks: [
      "mi silla ya está bailando",
      "ese filtro otra vez, porfa",
      "tocaron los vecinos y los hice pasar",
      "se me acaba de acortar el turno de noche",
    ],
    model: ["Aplaudan cerca del teléfono, que estoy grabando", "Agárrense, que ya viene"],
  },
  game: {
    exchanges: [
      ["¿por la izquierda o por la derecha?", "Izquierda. La derecha me comió ayer"],
      ["¿sin armadura??", "Sin armadura, sin plan y sin remordimientos"],
      ["¿cuántas horas llevas en esta partida?", "Dejé de contar cuando el número se puso grosero"],
      ["¿esa es la puerta secreta?", "Es una pared. Lo sé porque choqué seis veces"],
    ],
    remarks: [
      "atrás ATRÁS",
      "esa esquivada fue ilegal",
      "el chat eligió mal y lo sostengo",
      "una más y ya, una más y ya",
    ],
    model: ["Eso fue lag. Lag emocional", "Voten: puente o bote"],
  },
  chess: {
    exchanges: [
      ["¿por qué no te comes el peón?", "Porque quiere que me lo coma. Mira el alfil"],
      ["¿eso todavía es teoría?", "La teoría la dejamos hace dos jugadas, díganle adiós"],
      ["¿puedo jugar la próxima?", "Vas tercero, trae algo de picar"],
      ["¿qué Elo tienes?", "El suficiente para preocuparme por tu caballo"],
    ],
    remarks: [
      "ay no, el doblete",
      "yo habría abandonado y cambiado de país",
      "los de e4 dónde están",
      "esa lección de finales me arregló la semana",
    ],
    model: ["Tengo cuatro jugadas y ninguna me gusta", "Voten antes de que vote mi reloj"],
  },
  kitchen: {
    exchanges: [
      ["¿cuánto ajo lleva?", "Hasta que tus abuelas digan basta"],
      ["¿sirve tomate de lata?", "En invierno sí. En verano me entero"],
      ["¿sale sin mantequilla?", "Sale. Solo que no canta"],
      ["¿tapado o destapado?", "Destapado, que se enoje tantito"],
      ["¿qué pongo si no hay cilantro?", "Perejil, limón y una disculpa"],
    ],
    remarks: [
      "lo estoy oliendo por la pantalla",
      "me lo estoy apuntando en el brazo",
      "hice la de ayer y mi compañero de piso lloró",
      "el sonido de ese cuchillo me relaja",
    ],
    model: [
      "Ahora se espera. Esperar también es ingrediente",
      "Prueben, sal, prueben. En ese orden, por favor",
    ],
  },
  stars: {
    exchanges: [
      ["¿cuál es la brillante de la izquierda?", "Júpiter. A esta hora siempre presume"],
      ["¿se ven los anillos con binoculares?", "Los anillos no, pero las lunas de Júpiter sí. Prueba hoy"],
      ["¿qué tan vieja es esa luz?", "Más que todos los libros de mi edificio"],
      ["¿hace frío allá arriba?", "Dos suéteres y gorro. Vale la pena"],
    ],
    remarks: [
      "salí al balcón y la encontré",
      "aquí está nublado, miro por tus ojos",
      "mi hija pregunta si las estrellas duermen",
      "me siento chiquito, pero bonito",
    ],
    model: ["Quieta, atmósfera. Gracias", "Todos miren arriba diez segundos, yo espero"],
  },
  books: {
    exchanges: [
      ["¿qué libro es?", "Uno verde sin portada y con un segundo capítulo buenísimo"],
      ["¿lees primero el final?", "Jamás. No soy una delincuente"],
      ["¿algo corto para el tren?", "Chéjov. Te vas a pasar de estación"],
      ["¿repites esa frase?", "Encantada, por ella abrí el libro"],
    ],
    remarks: [
      "lo compré por tu culpa, ya van tres este mes",
      "la voz de la señora es perfecta",
      "voy siguiendo en mi ejemplar y te saltaste una coma",
      "esta sala es mi capítulo antes de dormir",
    ],
    model: ["Una página más y luego, la verdad, otra", "Oigan esta línea, lleva esperando desde 1904"],
  },
  plants: {
    exchanges: [
      ["¿por qué se le secan las puntas?", "Aire seco. Dale un baño y un piropo"],
      ["¿cada cuánto riegas esa?", "Cuando me mira así"],
      ["¿ya es tarde para trasplantar?", "Nunca es tarde, solo ensucia más"],
      ["¿qué planta es la de atrás?", "Una calatea. De noche cierra como tienda"],
    ],
    remarks: [
      "mi albahaca vive gracias a esta sala",
      "qué luz hay ahí adentro",
      "ya vuelvo, voy a pedirle perdón a mi helecho",
      "esa hoja es más grande que mi perro",
    ],
    model: ["Saluden a la hoja nueva, se abrió en el desayuno", "Despacito, que las raíces se acuerdan"],
  },
  paint: {
    exchanges: [
      ["¿de qué color es la sombra?", "Gris nunca. Mira: violeta con un poco de culpa"],
      ["¿pintas mi calle?", "Dime un olor y un color de ahí"],
      ["¿es pincel seco?", "Casi seco, como mi humor"],
      ["¿cómo sabes cuándo parar?", "Cuando quiero agregar una cosa más, paro"],
    ],
    remarks: [
      "ese cielo fueron cuatro pinceladas, las conté",
      "estoy pintando contigo y la mía es una papa",
      "vende láminas, por favor",
      "¡la ventanita con la luz prendida!",
    ],
    model: ["Ahora lo arruino y después lo salvo, miren", "Accidente feliz número tres"],
  },
  gym: {
    exchanges: [
      ["me truena la rodilla, ¿es malo?", "Si truena, bien; si duele, no. Más chiquito"],
      ["¿cuántas de estas?", "Ocho. Siete si sonríes"],
      ["¿se puede en calcetines?", "Son los mejores tenis que hay"],
      ["¿mejor en la mañana?", "Mejor cuando de verdad lo hagas"],
    ],
    remarks: [
      "lo hago junto al escritorio y mi jefe no entiende",
      "día 12 y ya me toco los pies",
      "mis hombros dan las gracias",
      "plancha: nueve segundos, con orgullo",
    ],
    model: ["Suelten el aire en lo difícil", "Bajen los hombros. Más. Ahí están"],
  },
  languages: {
    exchanges: [
      ["¿cómo se dice eso en portugués?", "Saudade, y luego miras por una ventana"],
      ["¿mi acento es terrible?", "Tu acento es una postal, no lo pierdas"],
      ["¿cuál es la palabra de hoy?", "Una para las migas que quedan tras una buena sobremesa"],
      ["¿de tú o de usted con el panadero?", "De usted hasta el primer pan regalado"],
    ],
    remarks: [
      "usé la palabra de ayer en el trabajo y nadie supo, qué gusto",
      "mi lengua está haciendo gimnasia",
      "hoy mi abuela me entendió",
      "mejor que mi libro de texto",
    ],
    model: ["Mal, y qué bonito. Otra vez", "Todos juntos, sin pena con la erre"],
  },
  sofa: {
    exchanges: [
      ["¿quién gana casi siempre?", "Quien apunta los puntos, así que imagínate"],
      ["¿cómo se conocieron?", "En una fila. Los dos nos equivocamos de fila"],
      ["¿alguna vez están de acuerdo?", "En la sopa. Solo en la sopa"],
      ["¿una pregunta fácil?", "Esa era la fácil"],
    ],
    remarks: [
      "la mirada que se acaban de echar",
      "equipo cojín izquierdo",
      "es Ecuador, estoy segura, es Ecuador",
      "mi esposa y yo jugamos en casa y se está poniendo tenso",
    ],
    model: ["Lo oímos, y uno de los dos está de acuerdo", "Los puntos se quedan, los rencores se van"],
  },
};
