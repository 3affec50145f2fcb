/**
 * Abbreviations by what the point after them means. What can be no other word holds in every language; the rest stands
 * under its language.
 */

const toWordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));
type ByLanguage = Readonly<Record<string, ReadonlySet<string>>>;
const isListed = (everyLanguage: ReadonlySet<string>, byLanguage: ByLanguage, word: string, tag: string): boolean =>
  everyLanguage.has(word) || (byLanguage[detectLanguage(tag)]?.has(word) ?? false);
const detectLanguage = (tag: string): string => tag.split('-')[0] ?? '';

const NEVER_ENDING = toWordSet(`
  Mr Mrs Ms Mx Messrs Dr Drs Prof Gen Lt Sgt Col Cpl Capt Cmdr Cdr Maj Adm Brig Pvt Pfc Gov Sen Rep Pres Supt Insp Det Atty
  Rev Fr Hon Msgr Ste Mt Ft Mme Mmes Mlle Mgr Sra Srta Dra Dña Ing Lic Arq Sig Sigg Dott Avv Dipl Hr Hrn Frl Univ Priv
  Gebr vs cf viz ca approx incl excl inkl exkl zzgl abzgl bzw evtl ggf ggfs vgl bspw insb insbes einschl ausschl usf bijv
  resp esp tzn tzw tzv např popř eks ekskl örn vb bkz проф акад доц ул гл рис табл см ср напр млн млрд тыс руб гг
`);
const NEVER_ENDING_BY_LANGUAGE: ByLanguage = {
  de: toWordSet(`
    al hl allg bes best bzgl Bsp Dipl.-Ing ebd ehem entspr Fa Fam gegr gem geb gest Hrsg Inh jew jun lt Mag max mind min sen
    sog spez urspr Verf verh versch Vgl wg durchschn Dom zit
  `),
  es: toWordSet('Exmo Exma Ilmo Da Dn Av Avda Cap Gral Lcdo Lcda Mons Profa Sres'),
  pt: toWordSet('Exmo Exma Ilmo Eng Prof Profa'),
  fr: toWordSet('env ex av apr boul hab Me MM Pr réf Vve'),
  it: toWordSet('On Geom Rag spett gent es ecc sig sigg dott avv prof ing'),
  nl: toWordSet('dhr mevr drs ir mr ing nl env afz'),
  pl: toWordSet('np prof dr inż hab płk gen św ks ul al os tj zob'),
  cs: toWordSet('doc mgr tj tzn sv ul nám mj'),
  sk: toWordSet('doc mgr tj tzn sv ul nám napr'),
  sv: toWordSet('fil kand leg ung fr'),
  da: toWordSet('hr fr kl'),
  nb: toWordSet('hr fr kl'),
  fi: toWordSet('esim ns mm klo tri'),
  hu: toWordSet('pl ún kb id özv'),
  tr: toWordSet('Av Doç Yrd Prof Sn'),
  ru: toWordSet('г д пл пр пер корп кв обл р-н г-н г-жа ред сост изд'),
  uk: toWordSet('м р вул ім проф'),
};

/** Returns whether a name or more text always follows: titles, and words that introduce something. */
export const neverEndsSentence = (word: string, tag: string): boolean =>
  isListed(NEVER_ENDING, NEVER_ENDING_BY_LANGUAGE, word, tag);

const MAYBE_ENDING = toWordSet(`
  Jr Sr Inc Ltd Co Corp Bros LLC PLC Cia Cía Ltda MwSt MWSt USt Str Chr Mio Mrd Jh Jhd UU AA OO Esq
  St Ave Blvd Rd Sq Hwy Dept Assn Mon Tue Tues Wed Thu Thurs Fri Sat
`);
const MAYBE_ENDING_BY_LANGUAGE: ByLanguage = { de: toWordSet('So Mo Di Mi Do Sa Std') };

/** Returns whether the point may also end a sentence: it does before a word that often begins one. */
export const mayEndSentence = (word: string, tag: string): boolean =>
  isListed(MAYBE_ENDING, MAYBE_ENDING_BY_LANGUAGE, word, tag);

/** The point ends a sentence before any capital letter. */
export const ET_CETERA = toWordSet('etc usw enz osv itd itp atd apod stb jne ym');
export const SPACED_ET_CETERA = /(?:^|\s)(?:т\.\s?[дп]|др|u\.\s?s\.\s?w|o\.\s?Ä|m\.\s?m)\.$/u;

/** A number follows; otherwise the point ends a sentence, as in "No. It was not true." */
export const BEFORE_NUMBER = toWordSet(`
  No Nos Nr Nrn nr Nº nº N° n° núm num pág págs pag pp p S Art art Abs Abb Abt Kap Bd Bde Aufl Ziff Zf Tab Fig fig Figs Vol
  vol Vols Ch ch Chap Sec Sect Eq Ref Anm Rn Rdnr Bl Blz hfst afb č čís str стр с ст п №
  Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Okt Dez
`);

/** Matches abbreviations of several letters with points: "e.g.", "z. B.", "p. ej.", "т. е.". */
export const SPACED_ABBREVIATION =
  /(?:^|[\s(„“"'«[])(?:et\s+al|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?a|v\.\s?a|s\.\s?o|s\.\s?u|i\.\s?d\.\s?R|i\.\s?S|m\.\s?E|u\.\s?U|p\.\s?ej|p\.\s?ex|par\.\s?ex|c\.-à-d|t\.\s?ex|bl\.\s?a|f\.\s?eks|m\.\s?in|b\.\s?v|d\.\s?w\.\s?z|o\.\s?l\.\s?v|т\.\s?е|т\.\s?к|т\.\s?н|EE|FF|JJ|CC|RR|DD)\.$/u;

/** Matches times of the day, which are followed by a zone or a day inside a sentence. */
export const TIME = /(?:^|[\s\d(])[ap]\.\s?m\.$/i;
export const AFTER_TIME =
  /^(?:Eastern|Pacific|Central|Mountain|Atlantic|GMT|UTC|BST|[ECMP][SD]?T|CES?T|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)/;

/** Words before a single capital letter that is no initial: "plan B". */
export const BEFORE_LETTER = toWordSet(`
  plan vitamin option type grade class section appendix step point model room gate team group size letter version level
  part exhibit hepatitis influenza category terminal platform block row seat line phase case side
  Plan Vitamin Option Typ Klasse Gruppe Teil Stufe Punkt Schritt Note Halle Block Reihe Linie Gleis Fall Seite Anhang
  vitamina opción tipo clase grupo parte plan vitamine type classe groupe partie
`);

/** Words that often begin a sentence and are no names. */
const STARTERS: ByLanguage = {
  en: toWordSet(`
    A An The This That These Those It Its He She We They You I My Our Your His Her Their There Here And But Or So Then Now
    When Where While What Why Who How If In On At By For From With Without After Before As Although Because Since Until Once
    However Yet Still Also Even Not No Yes Nobody Everyone Everybody Some Many Most All Each Every One Two Let Do Does Did Is Are Was
    Were Can Could Will Would Should Later Today Tomorrow Yesterday Finally First Next Instead Only Perhaps Maybe Nothing
  `),
  de: toWordSet(`
    Der Die Das Den Dem Des Ein Eine Einen Einem Einer Er Sie Es Wir Ihr Ich Du Man Mein Meine Unser Unsere Sein Seine Ihre Dies
    Diese Dieser Dieses Jene Jeder Jede Jedes Alle Viele Manche Einige Und Aber Oder Denn Doch Sondern Dann Danach Davor Dabei
    Damit Darum Deshalb Daher Dort Hier Da Nun Jetzt Heute Morgen Gestern Später Zuerst Zuletzt Schließlich Endlich Wenn
    Als Weil Obwohl Während Nachdem Bevor Seit Wer Was Wie Wo Warum Wann In Im Am An Auf Aus Bei Beim Mit Nach Von Vom Vor Zu Zum Zur
    Für Gegen Ohne Um Über Unter Nicht Kein Keine Nichts Niemand Auch Nur Noch Schon So Ja Nein Trotzdem Allerdings
  `),
  es: toWordSet(`
    El La Los Las Un Una Unos Unas Lo Él Ella Ellos Ellas Yo Tú Nosotros Esto Este Esta Ese Esa Eso Aquel Y O Pero Sino Porque Pues
    Entonces Luego Después Antes Ahora Hoy Mañana Ayer Aquí Allí Allá Cuando Donde Como Si Aunque Mientras Para Por Con Sin En De
    Desde Hasta Sobre Según No Sí También Tampoco Nadie Nada Todo Todos Todas Cada Su Sus Mi Mis Al Del Qué Quién Cómo
  `),
  fr: toWordSet(`
    Le La Les L Un Une Des Du Il Elle Ils Elles On Nous Vous Je Tu Ce Cet Cette Ces Cela Ça C Mon Ma Mes Son Sa Ses Leur Leurs Et Ou
    Mais Donc Or Car Puis Ensuite Alors Après Avant Maintenant Aujourd Demain Hier Ici Là Quand Où Comme Si Bien Pendant Pour Par
    Avec Sans En Dans De Depuis Sur Selon Non Oui Aussi Personne Rien Tout Tous Toutes Chaque À Au Aux Que Qui Quoi
  `),
};

/** Returns whether a word often begins a sentence in a language; unknown languages have those of English. */
export const isStarter = (word: string, tag: string): boolean =>
  (STARTERS[detectLanguage(tag)] ?? STARTERS['en'])?.has(word) ?? false;

/** Languages that write ordinal numbers with a point. */
const ORDINALS = toWordSet('de da nb nn no fi cs sk sl hr bs sr hu et lv is pl eu tr lb fo');
export const hasOrdinals = (tag: string): boolean => ORDINALS.has(detectLanguage(tag));

/** Words before an ordinal number. */
export const BEFORE_ORDINAL = toWordSet(`
  der die das dem den des Der Die Das Dem Den Des am im vom zum zur beim ins Am Im Vom Zum Zur Beim ein eine einen einem einer
  sein seine seinen ihrem ihre ihren unser unsere unserem jeder jede jedes jeden diesem dieser dieses bis ab seit zu
  den det de en et i på til fra om 
`);

/** Matches words after an ordinal number: months, and nouns that are counted. */
export const AFTER_ORDINAL =
  /^(?:Januar|Jänner|Februar|Feber|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrtausend|Jahrestag|Weltkrieg|Bundesliga|Liga|Klasse|Etage|Stock|Auflage|Ausgabe|Kapitel|Band|Akt|Szene|Teil|Tag|Woche|Monat|Platz|Mal|Geburtstag|Lebensjahr|Staffel|Folge|Runde|Spieltag|Minute|Bezirk|FC|SC|FSV|VfL|VfB|TSV|SV)(?!\p{L})/u;
