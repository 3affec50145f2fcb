import type { LanguagePack } from '../language-pack.ts';

export const esNaming: LanguagePack['naming'] = {
  numbers:
    'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|una docena de',
  units:
    /^(?:segundos?|minutos?|horas?|días?|noches?|semanas?|meses|años?|décadas?|siglos?|grados?|gramos?|kilos?|libras?|litros?|metros?|kilómetros?|centímetros?|milímetros?|decibelios?|euros?|dólares|céntimos?|vatios?|palabras|puntos)$/i,
  durations: /^(?:segundos?|minutos?|horas?|días?|noches?|semanas?|meses|años?|décadas?|siglos?)$/i,
  persons:
    /^(?:madre|padre|mamá|papá|abuel[oa]s?|tí[oa]s?|herman[oa]s?|hij[oa]s?|amig[oa]s?|vecin[oa]s?|profesora?|médic[oa]|jef[ea]|conductora?|pescadores|vendedora?)$/iu,
  determiners: /(?<![\p{L}\p{N}-])(?:mi|mis|nuestro|nuestra|nuestros|nuestras|el|la|los|las|un|una)\s/giu,
  general:
    /^(?:mismo|misma|otro|otra|otros|otras|primer|primero|primera|primeros|primeras|segundo|segunda|tercer|tercera|último|última|mejor|peor|más|mayor|menor|gran|vez|veces|cosa|cosas|tipo|año|años|mes|semana|hora|horas|minuto|momento|gente|parte|partes|lugar|razón|resto|resultado|diferencia|ejemplo|idea|pregunta|respuesta|vídeo|video|canal|guion|número|mitad|caso|lado|medio|principio|final|pasado|futuro|mañana|tarde|noche|palabra|palabras|manera|forma|problema|verdad|día|días|cual|cuales|que|hecho|fin|navidad|pascua|internet)$/i,
  adjectives:
    /^(?:viejo|vieja|viejos|viejas|nuevo|nueva|nuevos|nuevas|pequeño|pequeña|buen|buena|mal|mala|largo|larga|antiguo|antigua|propio|propia)$/iu,
  addressed: (_determiner, noun) => noun,
};

export const esQuestions: LanguagePack['questions'] = {
  clause: [],
  count: [
    '«{x}»: ¿cuál mostrarías primero y por qué?',
    '«{x}»: ¿cuál te sorprendió más?',
    '«{x}»: ¿qué tienen en común?',
  ],
  measure: ['«{x}»: ¿es más o menos de lo que esperabas?', '«{x}»: ¿con qué se podría comparar?'],
  name: [
    '«{x}»: ¿qué hay que saber?',
    '«{x}»: ¿qué debería imaginarse la gente?',
    '«{x}»: ¿qué papel tiene en esta historia?',
  ],
  thing: ['«{x}»: ¿qué te sorprendió?', '«{x}»: ¿qué hay que saber?', '«{x}»: ¿cómo lo mostrarías en un solo plano?'],
  said: [
    'Dices «{x}». ¿Cómo lo descubriste?',
    'Dices «{x}». ¿Qué significa para quien te ve?',
    'Dices «{x}». ¿Qué pasó para que lo digas?',
  ],
  points: [
    'Anotaste {x}. ¿Qué hay que decir de eso, en una o dos frases?',
    'Anotaste {x}. ¿Qué hay que saber de eso?',
    'Anotaste {x}. ¿Cómo se lo contarías a un amigo?',
  ],
  duration: [
    '«{x}»: ¿qué pasó en ese tiempo?',
    '«{x}»: ¿con qué se podría comparar?',
    '«{x}»: ¿es más o menos de lo que esperabas?',
  ],
  person: ['«{x}»: ¿qué hizo o dijo que aún recuerdas?', '«{x}»: ¿qué descripción cabe en una frase?'],
  advice: ['«{x}»: ¿qué sale mal si no se hace?', '«{x}»: ¿cómo se nota que funcionó?'],
  told: ['Dices «{x}». ¿Qué pasó justo después?', 'Dices «{x}». ¿Qué harías hoy de otra manera?'],
  seen: ['Anotaste {x}. ¿Qué dices mientras se ve?', 'Anotaste {x}. ¿En qué debería fijarse la gente?'],
  note: ['Anotaste {x}. ¿Con qué palabras lo dices?', 'Anotaste {x}. ¿Cómo lo dirías en dos frases?'],
  opening: ['¿Qué es lo primero que hay que ver en {x}?', '¿Por qué haces {x} ahora?'],
  closing: ['¿Qué debería probar la gente después de {x}?', '¿Qué quieres que respondan en los comentarios de {x}?'],
  title: [
    '¿Qué cifra debe estar en este vídeo y de dónde sale?',
    '¿Qué has visto con tus propios ojos que deba estar aquí?',
    '¿De qué error tuyo se podría aprender aquí?',
    '¿Quién te ayudó con esto y cómo?',
    '¿Qué imagen podría representar todo esto?',
    '¿Quién no estaría de acuerdo contigo y qué diría?',
    '¿Qué creías sobre esto que resultó no ser cierto?',
    '¿Qué preguntaría primero alguien que empieza?',
    '¿Qué llevó más tiempo, y valió la pena?',
    '¿Qué dejas fuera y por qué?',
  ],
};
