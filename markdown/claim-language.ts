// @wc-ignore-file
/** Describes how a language talks about the world, and how a speaker talks to the viewer. */
export interface ClaimLanguage {
  /** Matches the speaker's own experience or opinion anywhere in a sentence. */
  readonly self: RegExp;
  /** Matches beginnings that address the viewer, instruct, announce or suppose. */
  readonly talk: RegExp;
  /** Matches wishes, guesses and advice anywhere. */
  readonly unsure: RegExp;
  /** Matches beginnings that refer to something said before; only digits, dates and names make such a sentence a claim. */
  readonly refers: RegExp;
  /** Matches amounts in words with the noun they count. */
  readonly amount: RegExp;
  /** Matches comparisons, shares and verbs of statements that can be looked up. */
  readonly fact: RegExp;
  /** Matches sentences that begin like a fragment and have no finite verb: nothing is stated about what they name. */
  readonly fragment?: RegExp;
}

const matchAnyOf = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
const startsWithAny = (...words: readonly string[]): RegExp =>
  new RegExp(`^["“„«(¡]*(?:${words.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
/** Matches sentences that begin with one of these words, with or without a capital, and hold none of the verbs. */
function withoutVerb(starts: readonly string[], verbs: readonly string[]): RegExp {
  const words = starts.flatMap((list) => list.split('|'));
  const start = words.map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`).join('|');
  const letter = '[\\p{L}\\p{M}]';
  return new RegExp(`^["“„«(]*(?:${start})(?!${letter})(?!.*(?<!${letter})(?:${verbs.join('|')})(?!${letter}))`, 'u');
}

/** Matches a beginning that only the exact spelling tells apart. */
const NEVER = /(?!)/;

const ENGLISH_FRAGMENT = withoutVerb(
  [
    'after|before|behind|beside|between|under|over|above|below|near|next to|inside|outside|across|along|around|against',
    'in|on|at|by|with|without|from|to|of|for|into|onto|through|until|since|towards?|back|off|out|down|up|all|all of',
    'no|not|just|only|also|even|still|almost|another|a|an|the|one|two|three|four|five|six|seven|eight|nine|ten|half|some|many',
  ],
  [
    "\\p{L}+['’](?:s|re|ve|d|ll)|\\p{L}+n['’]t|am|is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|will|may|must|shall",
    '\\p{L}{2,}(?:ed|ied)|became|began|broke|brought|built|bought|came|caught|chose|cost|cut|drew|drove|ate|fell|felt|fought|found|flew|forgot|froze|gave|got|grew|hid|hit|held|hung|kept|knew|laid|lay|led|left|let|lost|made|meant|met|paid|put|ran|rang|read|rose|said|sang|sank|sat|saw|sent|set|shook|shot|shut|slept|sold|spent|spoke|stole|stood|stuck|swam|swept|taught|told|took|thought|threw|understood|went|woke|won|wore|wrote',
    // A word in -s after a noun is a verb; after one of these it is a noun itself.
    '(?<!(?:^|[^\\p{L}])(?:the|an?|of|two|three|four|five|six|seven|eight|nine|ten|some|many|few|no|these|those|and|or|with|without|in|on|at|for|to|from|by|his|her|its|their|all) )(?<!^\\p{L}+ )(?<=\\p{L} )\\p{Ll}{2,}[^su\\P{L}]s|(?<!(?<!\\p{L})(?:[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|his|her|its|their|[Nn]o|of) )(?:become|come|contain|fall|feed|flow|go|grow|hold|keep|kill|last|lead|lie|live|make|mean|need|occur|prefer|rise|run|sell|show|sleep|sound|stay|take|use|want|weigh|work)',
  ],
);

/** Matches subjects of articles in an encyclopedia, and verbs for events in their history. */
const ENGLISH_WORLD = [
  'compan(?:y|ies)|corporation|factor(?:y|ies)|industr(?:y|ies)|airlines?|museums?|librar(?:y|ies)|universit(?:y|ies)|government|parliament|ministers?|president|senate|laws?|courts?|treaty|constitution|kings?|queens?|emperors?|empire|dynasty|armies|navy|wars?|colon(?:y|ies)|capital|countr(?:y|ies)|nations?|continent|population|econom(?:y|ies)|inflation|tax(?:es)?|subsid(?:y|ies)|glaciers?|volcano(?:es)?|earthquakes?|oceans?|planets?|galax(?:y|ies)|satellites?',
  'vaccines?|virus(?:es)?|diseases?|symptoms?|allerg(?:y|ies)|cells?|brains?|liver|kidneys?|muscles?|hormones?|genes?|dna|proteins?|vitamins?|calories|oxygen|carbon|nitrogen|hydrogen|molecules?|atoms?|mammals?|insects?|reptiles?|predators?|larvae?|nectar|pollen|enzymes?|fungus|fungi|fertili[sz]ers?|pesticides?',
  'went bankrupt|resigned|was elected|were elected|burned down|burnt down|sank|broke out|went extinct|merged with|sued|outlawed|colonised|colonized|conquered|originally|in the same century|centur(?:y|ies)|decades?|worldwide|in the world|of all time|on average|per (?:day|year|hour|person|second)',
  '(?:rose|fell|dropped|sank|climbed|shrank|grew|increased|decreased|declined|jumped) (?:by|to|from)|(?:was|were|is|are) (?:once |first |originally |still |now |usually |often |mostly )*(?:\\p{L}+ed|made|built|sold|grown|known|written|drawn|found|kept|bred|worn|forbidden|spoken) (?:by|as|from|for|because|until|according)',
];

/** Words that begin a sentence with a capital and are no subject of a general statement. */
const NO_BARE_NOUN =
  "(?!(?:the|an?|every|each|some|any|no|another|this|that|these|those|his|her|its|their|one|such|then|when|while|where|after|before|behind|under|over|in|on|at|by|with|from|to|of|for|and|but|so|or|because|as|since|until|everyone|everybody|always|perhaps|yes|sometimes|afterwards|besides|things|times|thanks|guys|both|once|even|only|just|still|not|good|nice|great|well)(?![\\p{L}'’]))(?!\\p{L}+ly )";
const NO_SUBJECT =
  '(?!(?:you|we|i|they|he|she|it|who|which|that|this|later|ago|in|on|at|of|and|or|from|for|with|to|like|as|the|an?) )';

const ENGLISH: ClaimLanguage = {
  fragment: ENGLISH_FRAGMENT,
  self: matchAnyOf(
    "i(?:['’](?:m|ve|d|ll))?|me|my|mine|myself",
    "(?:we|you)['’](?:ll|re|ve|d)",
    'in my opinion|favou?rite',
    'tablespoons?|teaspoons?|tbsp|tsp',
  ),
  talk: startsWithAny(
    "we|our|us|you|your|let['’]?s?|please|thanks?|welcome|hello|hi|hey|ok(?:ay)?|now|don['’]t|do not|never mind",
    'imagine|suppose|say|picture|assume|remember|forget|think|guess|notice|consider|keep|stay|wait|stop|start',
    'set|cut|add|mix|stir|pour|bake|heat|preheat|fold|sand|drill|measure|hold|press|push|pull|turn|put|place|take|grab',
    'click|tap|open|close|jump|skip|go|come|look|watch|check|see|listen|read|write|type|try|use|make sure|subscribe',
    'step|chapter|part|number|tip|rule|lesson|episode|first,|second,|third,|finally,|next',
    'and (?:that|now|so)|so,? (?:what|how|why|let)|what|how|why|who|if',
  ),
  unsure: matchAnyOf(
    'should|might|maybe|perhaps|probably|would|ought|hopefully|wish|as if',
    "let['’]s",
    'tomorrow|next (?:week|month|time)',
  ),
  refers: startsWithAny(
    "(?:and|but|so|then|or|because)?,? ?(?:it|this|that|these|those|there|here|he|she|they|everything|nothing|something|someone|nobody)(?:['’]s)?",
  ),
  amount:
    /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|trillions?|billions?|several thousand)[- ](?:to \p{L}+ |of |different |more |single )*\p{L}+s(?!\p{L})|(?<!\p{L})[bmtr]+illions?(?!\p{L})/iu,
  fact: matchAnyOf(
    // Comparisons, ranks and shares.
    '(?:more|less|fewer|\\p{L}{3,}er)(?: \\p{L}+){0,4} than|as (?:much|many|\\p{L}+) as|not visible|twice|half|doubled|tripled|halved|majority|on average|average',
    '(?:one|two|three|a|every)[ -](?:third|quarter|fifth|tenth|in (?:two|three|four|five|ten))s?|one in \\p{L}+',
    'most|least|the only|only person|\\p{L}{3,}(?<!for|b|t|qu)est|best-selling|(?<=\\p{L} )first(?= \\p{L})|second (?:most|largest)|almost all',
    // Origins, discoveries and ends.
    'invent(?:ed|s)|discovered|founded|built|designed|introduced|banned|abolished|patent|expired?|collapsed|extinct|evolved',
    'came (?:to|from)|comes from|started (?:out|in|as)|began as|was born|died|named after|originated|destroyed|existed|laid off|closed',
    'made (?:mostly |only |entirely )?(?:of|from)|consists? of|contains?|produces?|causes?|prevents?|kills?|weighs?|grows?|feeds?|covers?',
    'according to|stud(?:y|ies)|scientists|researchers|species|bacteria|toxic|poisonous|electricity|temperature|gravity',
    // Statements about all of a kind.
    '(?<=^(?:\\p{Lu}\\p{Ll}+ )?\\p{L}*[^s\\P{L}]s )(?:are|have|can|were|had|do not|(?!of|in|on|at|from|with|for|to|later|ago)\\p{Ll}{2,}[^d\\P{Ll}])(?= \\p{L}+ \\p{L}+)',
    '(?<=^(?:an?|the (?:typical|human|average)) \\p{L}+ )(?:has|can)(?= (?!to )\\p{L}+ \\p{L}+)|has no|typical|because of|due to|(?:does|do|did) not (?:improve|affect|contain|reduce|increase)|removed|switched off|taxed|imports?|exports?',
    `(?<=^${NO_BARE_NOUN}(?:\\p{Lu}\\p{Ll}+ )?\\p{L}+[^s\\P{L}]s (?:(?:in|of|from|on|with|at) (?:the |an? )?\\p{L}+ )?)${NO_SUBJECT}(?:are|have|can|cannot|were|had|do not|\\p{Ll}{2,}[^ds\\P{L}])(?= (?!(?:not|too|either)(?!\\p{L}| \\p{L}))\\p{L}+)`,
    `(?<=^${NO_BARE_NOUN}\\p{Lu}\\p{Ll}{2,} \\p{Ll}{2,}[^s\\P{L}] )(?:is|has|\\p{Ll}{3,}[^s\\P{L}]s)(?= \\p{L}+)`,
    ...ENGLISH_WORLD,
  ),
};

const GERMAN_FRAGMENT = withoutVerb(
  [
    'nach|vor|hinter|neben|zwischen|unter|über|in|im|ins|an|am|auf|aus|bei|beim|mit|ohne|von|vom|zu|zum|zur|für|durch|gegen|um|bis|seit|entlang|zurück|raus|rein',
    'ein\\p{L}{0,2}|kein\\p{L}{0,2}|der|die|das|nur|nicht|noch|auch|fast|halb\\p{L}{0,2}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
  ],
  [
    '(?!(?:mit|nicht|seit|statt|samt|fast|selbst|erst|langen|kurzen|alten|kleinen|großen|ein(?:en)?|kein(?:en)?|den) )\\p{Ll}{2,}(?:t|te|ten|en|rn|ln)|war|wird|wurden?|kann|muss|darf|will|soll|mag',
    'kam|ging|stand|lag|saß|fiel|sank|brach|sah|gab|nahm|fand|trug|schlug|flog|zog|lief|blieb|rief|schrieb|starb|trat|hing|ließ|hieß|trank|sang|sprang|begann|gewann|verlor|wuchs|schoss|trieb|besaß|galt|half|sprach|warf|traf|stieg|schwamm|fuhr|schlief|erfand',
  ],
);

/** Matches subjects of articles in an encyclopedia, and verbs for events in their history. */
const GERMAN_WORLD = [
  'firm(?:a|en)|unternehmen|konzerne?|fabrik(?:en)?|reederei(?:en)?|fluggesellschaft(?:en)?|industrie|mus(?:eum|een)|bibliothek(?:en)?|universität(?:en)?|regierung(?:en)?|parlament|minister\\p{L}*|gesetze?s?|gericht(?:e|shof)|vertrag|verfassung|könige?s?|königin|kaiser\\p{L}*|kriege?s?|kolonien?|hauptstadt|bevölkerung|einwohner\\p{L}*|wirtschaft|inflation|\\p{L}*steuern?|gletschers?|vulkane?|erdbeben|ozeane?|planeten?|satelliten?',
  'impfstoffe?|vir(?:us|en)|krankheit(?:en)?|allergien?|zellen?|gehirne?s?|leber|nieren?|muskeln?|hormone?|gene|eiweiße?|vitamine?|kalorien|sauerstoff|kohlenstoff|stickstoff|moleküle?|atome?|insekten|reptilien|larven|nektar|pollen|enzyme?|pilze|dünger|pestizide',
  'pleite|insolvenz|abgebrannt|brannte(?: \\p{L}+)* ab|ging unter|brach aus|gewählt|ursprünglich|weltweit|der welt|jahrzehnte?n?|pro (?:tag|jahr|stunde|kopf|sekunde)',
  '(?:stieg|sank|fiel|wuchs|schrumpfte)(?:en)? (?:um|auf|von)|(?<=^\\p{Lu}\\p{L}+ (?:im|in|am|auf|aus|der|des) \\p{Lu}\\p{L}+ )\\p{Ll}{3,}t(?= \\p{L}+ \\p{Lu})',
];

const GERMAN: ClaimLanguage = {
  fragment: GERMAN_FRAGMENT,
  self: matchAnyOf('ich|mir|mich|mein(?:e[nmrs]?)?|meinetwegen|esslöffel|teelöffel|lieblings\\p{L}*'),
  talk: startsWithAny(
    'wir|uns|unser\\p{L}*|du|dir|dich|dein\\p{L}*|ihr|bitte|danke|willkommen|hallo|okay|ok|na gut|also|jetzt|fangen wir|sagen wir|lass(?:t|en)?',
    'stell|stellt|angenommen|denk|denkt|vergiss|vergesst|merk|schau|schaut|sieh|seht|hör|hört|schreib|schreibt|klick|klickt|abonnier\\p{L}*',
    'heiz|heizt|schneide|schneidet|nimm|nehmt|gib|gebt|leg|legt|dreh|dreht|drück|drückt|misch|mische|rühr|rühre|back|backe|warte|spring|geh|geht|komm',
    'schritt|kapitel|teil|nummer|tipp|regel|folge|zuerst|erstens|zweitens|nächste[nrs]?|und (?:jetzt|nun)|was|wie|warum|wer|wenn|in den nächsten',
  ),
  unsure: matchAnyOf(
    'soll(?:te|ten|test)?|vielleicht|wahrscheinlich|vermutlich|würde[nst]?|hoffentlich|als hätte|morgen',
  ),
  refers: startsWithAny(
    '(?:und|aber|denn|dann|doch)? ?(?:es|das|dies\\p{L}{0,2}|da|dort|hier|er|sie|alles|nichts|etwas|jemand|niemand|danach)',
  ),
  amount:
    /(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|\p{L}*(?:hundert|tausend)|millionen|milliarden)\s+\p{L}+|neunziger|achtziger/iu,
  fact: matchAnyOf(
    '(?:mehr|weniger|\\p{L}{3,}er)(?: \\p{L}+){0,4} als|so (?:viel|viele|\\p{L}+) wie|doppelt|halb\\p{L}*|hälfte|drittel|viertel|fünftel|verdoppelt|halbiert|durchschnitt\\p{L}*|jede[rsnm]? (?:zweite|dritte|vierte|fünfte|zehnte)[nrs]?',
    '(?:die|der|das|den|dem) meisten|am \\p{L}+sten|(?:der|die|das) (?:größt|längst|höchst|tiefst|ältest|kleinst|schnellst|reichst|erst|einzig|meist)\\p{L}+|zum ersten mal|großen teil|vor allem|fast alle',
    'erfand|erfunden|erfindung|entdeckt\\p{L}*|gegründet|gebaut|eröffnet|eingeführt|verbot(?:en)?|verkauft\\p{L}*|abgeschafft|patent|aufgeführt|uraufgeführt|geteilt|eingestellt|starb|geboren|zerstört|bestiegen|gedreht',
    'stamm(?:t|en)|kam(?:en)? (?:\\p{L}+ ){0,4}nach|besteh(?:t|en)|enthält|enthalten|verursach\\p{L}*|fließt|entzieht|produziert|wiegt|wächst|bedeckt|giftig|leben (?:nur|in|von)|liegen|arbeitete|stellte|fiel(?:en)? aus|war(?:en)? einmal|trugen',
    'säugetiere?|arten|forscher\\p{L}*|studie\\p{L}*|befragte\\p{L}*|laut|im mittelalter|jahrhundert\\p{L}*|nach dem krieg|seit dem krieg|olympisch\\p{L}*',
    '(?<=^\\p{Lu}\\p{L}+[ens] )(?:sind|\\p{Ll}{3,}(?:en|ern|eln))(?= \\p{L}+)|kommt (?:\\p{L}+ ){0,3}aus|begann mit|kleiner teil|fast ganz|ansteckend|(?<=^eine? \\p{L}+ )(?:hat|kann|ist)(?= \\p{L}+)',
    ...GERMAN_WORLD,
  ),
};

const FRENCH: ClaimLanguage = {
  self: matchAnyOf("j['’]\\p{L}+|je|moi|me|m['’]\\p{L}+|mon|ma|mes|franchement|à mon avis"),
  talk: startsWithAny(
    "on|nous|vous|tu|alors|bon|merci|bonjour|imagine\\p{L}*|\\p{L}{3,}ez|faites|prends|mets|n['’]oubli\\p{L}+|qui|pourquoi|comment|partie|chapitre|étape|si",
  ),
  unsure: matchAnyOf('peut-être|devrai\\p{L}+|sans doute|demain|la semaine prochaine'),
  refers: startsWithAny("(?:et |mais )?(?:c['’]\\p{L}+|ce|cela|ça|il|elle|ils|elles|rien|tout)"),
  amount:
    /(?<!\p{L})(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|vingt|trente|quarante|cinquante|cent|mille)\s+\p{L}+/iu,
  fact: matchAnyOf(
    "(?:plus|moins) (?:de |d[’']|\\p{L}+ )+(?:que)?|la moitié|un tiers|un quart|le plus|la plus|les plus|le premier|la première|le seul|la seule|doublé|presque jamais",
    'inventé\\p{L}*|découvert\\p{L}*|fondé\\p{L}*|construit\\p{L}*|interdit\\p{L}*|contien\\p{L}+|produi\\p{L}+|vien(?:t|nent) de|cause\\p{L}*|né\\p{L}?|mort\\p{L}?|record|siècle|chercheurs|étude',
    '(?<=^les \\p{L}+ )(?:sont|ont|\\p{L}{3,}ent)(?= \\p{L}+)',
  ),
};

const SPANISH: ClaimLanguage = {
  self: matchAnyOf('yo|me|mí|mi|mis|creo|pienso|la verdad|en mi opinión'),
  talk: startsWithAny(
    'vamos|nos|nosotros|tú|usted|hola|gracias|bueno|imagina\\p{L}*|pon\\p{L}*|mezcla\\p{L}?|añade|corta|mira|recuerda|supón|haz|parte|capítulo|paso|si',
  ),
  unsure: matchAnyOf('quizás?|tal vez|debería\\p{L}*|mañana|la próxima semana'),
  refers: startsWithAny('(?:y |pero )?(?:es|eso|esto|esta|este|él|ella|ellos|nada|todo|hay)'),
  amount:
    /(?<!\p{L})(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil)\s+\p{L}+/iu,
  fact: matchAnyOf(
    '(?:más|menos) (?:de|que|\\p{L}+ que)|la mitad|un tercio|un cuarto|el más|la más|el mayor|la mayor|el único|la única|el primer\\p{L}*|la primera',
    'invent\\p{L}+|descubri\\p{L}+|fund(?:ó|ado|ada)|constru\\p{L}+|inaugur\\p{L}+|prohibi\\p{L}+|contiene\\p{L}?|produc\\p{L}+|cubre\\p{L}?|llegó|nació|murió|subió|bajó|siglo|estudio|científicos|sangre',
    '(?<=^(?:los|las) \\p{L}+s )(?:son|\\p{L}{2,}[ae]n)(?= \\p{L}+)',
  ),
};

const ITALIAN: ClaimLanguage = {
  self: matchAnyOf('io|mi|me|mio|mia|miei|mie|secondo me|credo|penso'),
  talk: startsWithAny(
    'allora|ci|noi|voi|tu|ciao|grazie|immagin\\p{L}+|\\p{L}{3,}(?:ate|ete)|cominciamo|metti|aggiungi|taglia|guarda|ricorda|parte|capitolo|passo|chi|se',
  ),
  unsure: matchAnyOf('forse|dovrebbe\\p{L}*|magari|domani|la prossima settimana'),
  refers: startsWithAny("(?:e |ma )?(?:è|questo|questa|quello|lui|lei|loro|niente|tutto|c[’']è)"),
  amount: /(?<!\p{L})(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti|trenta|cento|mille)\s+\p{L}+/iu,
  fact: matchAnyOf(
    "(?:più|meno) (?:\\p{L}+ )*(?:di|che)|la metà|un terzo|un quarto|il più|la più|il primo|la prima|l[’']unic[oa]",
    'invent\\p{L}+|scop\\p{L}+|fondat\\p{L}|costruit\\p{L}|inaugurat\\p{L}|vietat\\p{L}|contien\\p{L}+|prod(?:otto|uce|ucono)|viene da|nacque|morì|secolo|studio|scienziati',
  ),
};

const DUTCH: ClaimLanguage = {
  self: matchAnyOf('ik|mij|me|mijn|volgens mij'),
  talk: startsWithAny(
    'wij|we|ons|jij|je|jullie|laten we|hallo|bedankt|stel|verwarm|snijd|voeg|meng|neem|kijk|klik|vergeet|tot|stap|deel|hoofdstuk|wie|wat|waarom|als',
  ),
  unsure: matchAnyOf('misschien|zou(?:den)?|waarschijnlijk|morgen|volgende week'),
  refers: startsWithAny('(?:en |maar )?(?:het|dit|dat|die|hij|zij|ze|er|niets|alles)'),
  amount:
    /(?<!\p{L})(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|twintig|dertig|honderd|duizend)\s+\p{L}+/iu,
  fact: matchAnyOf(
    '(?:meer|minder|\\p{L}{3,}er) (?:\\p{L}+ )*dan|de helft|een derde|een kwart|de meeste|de grootste|de oudste|de eerste|de enige',
    'uitgevonden|ontdekt|opgericht|gebouwd|voltooid|geopend|verboden|bevat\\p{L}*|bestaat|komt uit|begon|geboren|stierf|eeuw|onderzoek\\p{L}*|ligt onder',
  ),
};

const PORTUGUESE: ClaimLanguage = {
  self: matchAnyOf('eu|me|mim|meus?|minhas?|acho|penso'),
  talk: startsWithAny(
    'vamos|nós|tu|você|vocês|olá|obrigad\\p{L}+|até|imagin\\p{L}+|ponha|põe|misture|corte|junte|olha|lembra|parte|capítulo|passo|quem|se',
  ),
  unsure: matchAnyOf('talvez|deveria\\p{L}*|amanhã|na próxima semana'),
  refers: startsWithAny('(?:e |mas )?(?:é|isto|isso|este|esta|ele|ela|eles|nada|tudo|há)'),
  amount: /(?<!\p{L})(?:dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|vinte|trinta|cem|mil)\s+\p{L}+/iu,
  fact: matchAnyOf(
    '(?:mais|menos) (?:\\p{L}+ )*(?:do que|que|de)|a metade|metade|um terço|um quarto|o maior|a maior|o mais|a mais|o primeiro|a primeira|o único|a única',
    'invent\\p{L}+|descobert\\p{L}|descobri\\p{L}+|fundad\\p{L}|constru[íi]\\p{L}+|proibi\\p{L}+|cont[ée]m|produ[tz]\\p{L}*|chegou|nasceu|morreu|século|estudo|cientistas|publicou',
  ),
};

const POLISH: ClaimLanguage = {
  self: matchAnyOf('ja|mnie|mi|mój|moja|moje|moim|moja|mojej|uważam|myślę'),
  talk: startsWithAny(
    'my|nam|ty|wy|no to|cześć|dzięki|wyobraź|weź|dodaj|wymieszaj|spójrz|pamiętaj|część|krok|rozdział|kto|co|dlaczego|jeśli',
  ),
  unsure: matchAnyOf('może|chyba|prawdopodobnie|powinn\\p{L}+|jutro'),
  refers: startsWithAny('(?:i |ale )?(?:to|jest|ten|ta|on|ona|oni|nic|wszystko)'),
  amount:
    /(?<!\p{L})(?:dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwanaście|sto|tysiąc\p{L}*)\s+\p{L}+/iu,
  fact: matchAnyOf(
    '(?:więcej|mniej) (?:\\p{L}+ )*niż|połow\\p{L}|największ\\p{L}+|najstarsz\\p{L}+|pierwsz\\p{L}+|jedyn\\p{L}+',
    'wynala\\p{L}+|odkry\\p{L}+|założ\\p{L}+|zbudowan\\p{L}+|ukończon\\p{L}+|zniszczon\\p{L}+|zawiera\\p{L}*|pochodz\\p{L}+|urodził\\p{L}*|zmarł\\p{L}*|wieku|badani\\p{L}+|studiował\\p{L}*',
  ),
};

const SWEDISH: ClaimLanguage = {
  self: matchAnyOf('jag|mig|mej|min|mitt|mina|tycker'),
  talk: startsWithAny(
    'vi|oss|du|ni|nu|hej|tack|tänk|ta|skär|blanda|lägg|titta|klicka|glöm|del|steg|kapitel|vem|vad|varför|om',
  ),
  unsure: matchAnyOf('kanske|borde|skulle|förmodligen|imorgon|nästa vecka'),
  refers: startsWithAny('(?:och |men )?(?:det|den|detta|här|han|hon|de|inget|allt)'),
  amount: /(?<!\p{L})(?:två|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|tjugo|trettio|hundra|tusen)\s+\p{L}+/iu,
  fact: matchAnyOf(
    '(?:mer|mindre|fler|\\p{L}{3,}re) (?:\\p{L}+ )*än|hälften|en tredjedel|en fjärdedel|de flesta|största|äldsta|första|enda',
    'uppfann\\p{L}*|upptäck\\p{L}+|grundad\\p{L}*|byggd\\p{L}*|förbjud\\p{L}*|innehåller|består|kommer från|föddes|dog|sjönk|seklet|forsk\\p{L}+|(?<=^\\p{Lu}\\p{L}+ )kan(?= \\p{L}+ \\p{L}+)',
  ),
};

const LANGUAGES: Readonly<Record<string, ClaimLanguage>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
  pt: PORTUGUESE,
  pl: POLISH,
  sv: SWEDISH,
};

/** Knows nothing, so that only digits, dates and names are found. */
const OTHER: ClaimLanguage = { self: NEVER, talk: NEVER, unsure: NEVER, refers: NEVER, amount: NEVER, fact: NEVER };

/** Returns the rules of a language by its tag. */
export const getClaimLanguage = (tag: string): ClaimLanguage => LANGUAGES[tag.split('-')[0] ?? ''] ?? OTHER;
