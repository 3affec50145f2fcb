/** The rules for each language that make written text speakable without changing its meaning. */
export interface SpokenRules {
  words: readonly (readonly [RegExp, string])[];
  /** Matches a comma and a joint where a long sentence may end; group 1 is the first word of the next one. */
  joint: RegExp;
  /** Words that make the part before a joint depend on the part after it. */
  subordinate: RegExp;
  /** Words that are no names, so a starter word can come before them in lower case at the start of a sentence. */
  plainFirst: RegExp;
}

const SUBJECTS = 'I|you|we|they|it|he|she|this|that|these|those|there';

const en: SpokenRules = {
  words: [
    [/\bin order to\b/gi, 'to'],
    [/\butili[sz]e\b/gi, 'use'],
    [/\butili[sz]es\b/gi, 'uses'],
    [/\butili[sz]ed\b/gi, 'used'],
    [/\butili[sz]ing\b/gi, 'using'],
    [/\bdue to the fact that\b/gi, 'because'],
    [/\bprior to\b/gi, 'before'],
    [/\bsubsequent to\b/gi, 'after'],
    [/\bapproximately\b/gi, 'about'],
    [/\bnumerous\b/gi, 'many'],
    [/\bdemonstrates that\b/gi, 'shows that'],
    [/\bdemonstrated that\b/gi, 'showed that'],
    [/\bin the event that\b/gi, 'if'],
    [/\bat this point in time\b/gi, 'right now'],
    [/\bwith regard to\b/gi, 'about'],
    [/\ba large number of\b/gi, 'a lot of'],
    [/(?<=^|[.!?]\s)However, /g, 'But '],
    [/(?<=^|[.!?]\s)Therefore, /g, 'So '],
    [/(?<=^|[.!?]\s)Consequently, /g, 'So '],
    [/(?<=^|[.!?]\s)Thus, /g, 'So '],
    [/(?<=^|[.!?]\s)(?:Furthermore|Moreover), /g, 'And '],
    [/(?<=^|[.!?]\s)(?:Additionally|In addition), /g, 'Also, '],
    [/(?<=^|[.!?]\s)Nevertheless, /g, 'Still, '],
    [/(?<=^|[.!?]\s)In conclusion, /g, 'So, '],
    [/(?<=^|[.!?]\s)Subsequently, /g, 'After that, '],
  ],
  joint: new RegExp(`(?:, |; )(and|but|so|yet) (?=(?:${SUBJECTS})\\b)|; `, 'u'),
  subordinate:
    /^(?:if|when|whenever|because|although|though|while|since|as|after|before|unless|until|once|whether|even|given|where|wherever)\b/i,
  plainFirst:
    /^(?:The|This|That|These|Those|It|We|You|They|There|A|An|In|On|At|If|When|Here|What|How|Why|My|Your|Our|One|Some|Most|Many|Every|All|For|From|With|By)\b/,
};

const de: SpokenRules = {
  words: [
    [/\bjedoch\b/g, 'aber'],
    [/\blediglich\b/g, 'nur'],
    [/\baufgrund der Tatsache, dass\b/gi, 'weil'],
    [/\bzum gegenwärtigen Zeitpunkt\b/gi, 'im Moment'],
    [/\bzum jetzigen Zeitpunkt\b/gi, 'im Moment'],
    [/\bhierbei\b/g, 'dabei'],
    [/\bsodann\b/g, 'dann'],
    [/(?<=^|[.!?]\s)Darüber hinaus (?=\p{Ll})/gu, 'Außerdem '],
    [/(?<=^|[.!?]\s)Folglich (?=\p{Ll})/gu, 'Also '],
  ],
  joint: /(?:, |; )(und|aber|doch|denn) (?=(?:ich|du|wir|ihr|sie|es|er|das|dies|man|dann)\b)|; /u,
  subordinate: /^(?:wenn|falls|weil|obwohl|während|da|als|nachdem|bevor|sobald|ob|damit|sofern|solange)\b/i,
  plainFirst: /^(?:Der|Die|Das|Ein|Eine|Es|Wir|Du|Man|Hier|Da|Dann|In|Auf|Bei|Mit|Viele|Manche|Alle)\b/,
};

const es: SpokenRules = {
  words: [
    [/\bcon el fin de\b/gi, 'para'],
    [/\bdebido al hecho de que\b/gi, 'porque'],
    [/\bcon anterioridad a\b/gi, 'antes de'],
    [/\ben la actualidad\b/gi, 'hoy'],
    [/(?<=^|[.!?]\s)Sin embargo, /g, 'Pero '],
    [/(?<=^|[.!?]\s)No obstante, /g, 'Pero '],
    [/(?<=^|[.!?]\s)Por consiguiente, /g, 'Así que '],
    [/(?<=^|[.!?]\s)Por lo tanto, /g, 'Así que '],
  ],
  joint: /(?:, |; )(y|pero|así que) (?=(?:yo|tú|nosotros|ellos|ellas|él|ella|esto|eso|esta|este|hay)\b)|; /u,
  subordinate: /^(?:si|cuando|porque|aunque|mientras|como|después|antes|hasta|desde|donde|dado|puesto)\b/i,
  plainFirst: /^(?:El|La|Los|Las|Un|Una|Esto|Eso|Hay|En|Con|Para|Por|Es|Muchos|Algunos)\b/,
};

const fr: SpokenRules = {
  words: [
    [/\bafin de\b/gi, 'pour'],
    [/\ben raison du fait que\b/gi, 'parce que'],
    [/\bà l[’']heure actuelle\b/gi, 'en ce moment'],
    [/\bpréalablement à\b/gi, 'avant'],
    [/(?<=^|[.!?]\s)Cependant, /g, 'Mais '],
    [/(?<=^|[.!?]\s)Toutefois, /g, 'Mais '],
    [/(?<=^|[.!?]\s)Par conséquent, /g, 'Donc '],
    [/(?<=^|[.!?]\s)De plus, /g, 'Et '],
  ],
  joint: /(?:, | ?; )(et|mais|donc) (?=(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|cela|ça)\b)| ?; /u,
  subordinate: /^(?:si|quand|lorsque|parce|bien|alors|comme|après|avant|depuis|tandis|pendant|puisque|dès)\b/i,
  plainFirst: /^(?:Le|La|Les|Un|Une|Des|Ce|Cette|Il|On|Nous|Dans|Sur|Avec|Pour|Par)\b/,
};

export const SPOKEN_RULES = { en, de, es, fr };
