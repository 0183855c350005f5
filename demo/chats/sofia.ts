import { type Dialogue, forSale, her, me, picture } from "./dialogue.ts";

/** What sofia writes with, in Spanish. */
export const sofiasChats: readonly Dialogue[] = [
  {
    model: "luna",
    hoursAgo: 2,
    unread: 1,
    lines: [
      me("Luna, anoche cantaste la que bailaban mis papás en Cali."),
      her("¿Piel canela? Entonces tus papás sabían lo que hacían."),
      me("Se conocieron con esa canción. Les mandé un audio y mi mamá lloró."),
      her("Dile que la próxima va con dedicatoria. ¿Cómo se llama?"),
      me("Amparo."),
      her("Para Amparo, entonces. El jueves, primera canción de la noche."),
    ],
  },
  {
    model: "rosa",
    hoursAgo: 6,
    unread: 3,
    lines: [
      me("¿La servilleta de la canción del café todavía existe?"),
      her("Existe y tiene una mancha en la segunda estrofa."),
      picture(),
      forSale(30, "La servilleta original, con mancha y todo"),
    ],
  },
  {
    model: "marisol",
    hoursAgo: 12,
    lines: [
      me("Se me está secando la lengua de suegra. Qué vergüenza."),
      her("Nadie mata una lengua de suegra. ¿Cuánta agua le das?"),
      me("Todos los días un poquito."),
      her("Ahí está: la estás ahogando de cariño. Una vez cada dos semanas."),
      me("Entendido. Menos cariño."),
    ],
  },
  {
    model: "salma",
    hoursAgo: 22,
    lines: [
      me("Hice tu cuscús y me quedó como arena."),
      her("Vapor tres veces y aceite en las manos. Es más caricia que receta."),
      me("Segundo intento: se lo acabaron en la oficina."),
      her("Eso es un sobresaliente."),
    ],
  },
  {
    model: "paloma",
    hoursAgo: 28,
    lines: [
      me("¿Con qué programa haces esos bajos?"),
      her("Con uno viejísimo y un cable que solo funciona si no lo miro."),
      me("Prometo no mirarlo."),
    ],
  },
  {
    model: "amara",
    hoursAgo: 40,
    lines: [
      me("Empecé a pintar por tu culpa."),
      her("La mejor culpa que he tenido. ¿Acuarela u óleo?"),
      me("Acuarela. Y mucha servilleta."),
      her("La servilleta también es técnica."),
    ],
  },
  {
    model: "zara",
    hoursAgo: 47,
    lines: [
      me("¿Desde Bogotá se ve algo con tanta nube?"),
      her("La Luna siempre negocia con las nubes. El viernes a las ocho le toca ganar."),
    ],
  },
  {
    model: "dani",
    hoursAgo: 60,
    lines: [
      me("¿Me recomiendas cuerdas para guitarra acústica?"),
      her("Calibre doce y paciencia. La paciencia viene aparte."),
      me("Compré las dos cosas."),
    ],
  },
  {
    model: "chiara",
    hoursAgo: 76,
    lines: [
      me("¿Es verdad que la carbonara no lleva crema?"),
      her("En esta casa la palabra crema se dice en voz baja."),
      me("Perdón. Huevo, queso y silencio."),
    ],
  },
  {
    model: "bianca",
    hoursAgo: 90,
    lines: [
      me("Hice los quince minutos de ayer en la sala, con el perro mirando."),
      her("El perro cuenta como entrenador. ¿Las rodillas bien?"),
      me("Las mías sí. El perro se durmió."),
    ],
  },
  {
    model: "elena",
    hoursAgo: 110,
    lines: [
      me("¿Qué tocaste antes de despedirte? Era como lluvia."),
      her("Era lluvia de Debussy. La otra estaba en la ventana."),
    ],
  },
  {
    model: "nadia",
    hoursAgo: 133,
    lines: [
      me("Quiero aprender rumano por una canción. ¿Es buena razón?"),
      her("Es la única razón seria. Empieza por «dor»: no tiene traducción y la necesitas."),
      me("Dor. Ya la necesito."),
    ],
  },
  {
    model: "lolaypablo",
    hoursAgo: 160,
    lines: [
      me("¿Ya decidieron el color de la pared?"),
      her("Verde. Pablo dice que es azul. Seguimos hablando."),
    ],
  },
  {
    model: "leo",
    hoursAgo: 200,
    lines: [
      me("¿Cómo pasaste el puente sin gastar la llave?"),
      her("Esperando a que el guardia estornude. Estornuda cada cuarenta segundos."),
      me("¡Funciona! Qué juego tan raro."),
    ],
  },
];
