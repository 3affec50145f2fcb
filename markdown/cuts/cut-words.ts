/** Lists phrases that a script can do without, or say shorter. Patterns match spoken text, in any case unless said. */
export interface CutWords {
  /** Openings that make a whole sentence an aside. */
  readonly asides: RegExp;
  /** Phrases that say nothing before the main clause; the next word gets the capital. */
  readonly openings: RegExp;
  /** Words that can be cut anywhere within a sentence, with the space before them. */
  readonly fillers: RegExp;
  /** Maps long-winded phrases to shorter ones. */
  readonly swaps: readonly (readonly [RegExp, string])[];
  /** Words that turn a sentence into its opposite, and numbers as words. */
  readonly negations: RegExp;
  readonly numbers: RegExp;
}

const toPhrasePattern = (phrase: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`, 'giu');
const swap = (phrase: string, shorter: string): readonly [RegExp, string] => [toPhrasePattern(phrase), shorter];

const ENGLISH: CutWords = {
  asides:
    /^(?:by the way|incidentally|as an aside|on a side note|side note|fun fact|quick side note|just a quick note|speaking of which|parenthetically)\b/iu,
  openings:
    /^(?:well|anyway|basically|actually|honestly|obviously|needless to say|as you (?:may|might|probably) (?:know|have noticed)|as you know|as (?:i|we) (?:said|mentioned|saw)(?: before| earlier)?|to be (?:honest|fair|frank)|to tell (?:you )?the truth|the thing is|the fact (?:of the matter )?is(?: that)?|it (?:is|should be) (?:worth|important to|noted|also noted) ?(?:noting|note|mentioning|remember)?(?: that)?|it goes without saying(?: that)?|i (?:mean|guess|suppose)|i have to say(?: that)?|you know|at the end of the day|for all intents and purposes|as a matter of fact|first of all|let me tell you(?: that)?),?\s+(?=\p{L})/iu,
  fillers:
    /(?<!\b(?:not|n['’]t|the|this|that|these|those|a|an|any|some|what|which|every|all|no|so|how|as|of|too)) (?:actually|basically|essentially|literally|really|very|quite(?! (?:an?|the|some|like|so))|totally|absolutely|simply|sort of|kind of|you know,?|i mean,?|if you will|so to speak|as it were|more or less)(?= \p{Ll})/giu,
  swaps: [
    swap('due to the fact that|owing to the fact that|in view of the fact that|for the reason that', 'because'),
    swap('in spite of the fact that|despite the fact that', 'although'),
    swap('in order to', 'to'),
    swap('in order that', 'so that'),
    swap('at this (?:point|moment) in time|at the present (?:time|moment)', 'now'),
    swap('at that (?:point|moment) in time', 'then'),
    swap('in the event that', 'if'),
    swap('until such time as', 'until'),
    swap('with (?:regard|respect) to|in (?:regard|relation) to', 'about'),
    swap('a (?:large|great) (?:number|amount) of', 'many'),
    swap('the (?:vast )?majority of', 'most'),
    swap('a (?:small|limited) number of', 'few'),
    swap('ha(?:s|ve) the ability to|(?:is|are) able to', 'can'),
    swap('had the ability to|(?:was|were) able to', 'could'),
    swap('in the near future', 'soon'),
    swap('on a daily basis', 'daily'),
    swap('on a (?:regular|frequent) basis', 'regularly'),
    swap('in close proximity to', 'near'),
    swap('prior to', 'before'),
    swap('subsequent to', 'after'),
    swap('each and every', 'every'),
    swap('first and foremost', 'first'),
    swap('over the course of', 'during'),
    swap('by means of', 'by'),
    swap('with the exception of', 'except'),
    swap('made the decision to', 'decided to'),
    swap('whether or not', 'whether'),
  ],
  negations: /\b(?:not|never|no|none|nobody|nothing|without|hardly)\b|n['’]t\b/iu,
  numbers:
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|dozen)s?\b/giu,
};

const GERMAN: CutWords = {
  asides:
    /^(?:übrigens|nebenbei(?: bemerkt| gesagt)?|am rande(?: bemerkt)?|kleine randnotiz|fun fact|apropos)(?!\p{L})/iu,
  openings:
    /^(?:na ja|naja|nun ja|nun|also|tja|ehrlich gesagt|offen gesagt|wie gesagt|wie (?:schon|bereits) (?:gesagt|erwähnt)|wie ihr (?:ja )?(?:wisst|vielleicht wisst)|sagen wir(?: mal)?|ich sag(?:e)? mal),\s+(?=\p{L})/iu,
  fillers:
    /(?<!(?:nicht|kein|keine|keinen|keiner|so|ganz)) (?:eigentlich|quasi|sozusagen|gewissermaßen|irgendwie|grundsätzlich|letztendlich|letztlich|schlussendlich|im grunde genommen|im prinzip|wirklich|tatsächlich|natürlich|selbstverständlich|sehr|absolut|mehr oder weniger|im endeffekt)(?= \p{L})/gu,
  swaps: [
    swap('aufgrund der tatsache, dass', 'weil'),
    swap('trotz der tatsache, dass', 'obwohl'),
    swap('vor dem hintergrund, dass', 'da'),
    swap('(?:im falle|für den fall), dass', 'falls'),
    swap('unter der voraussetzung, dass', 'wenn'),
    swap('bis zu dem zeitpunkt, an dem', 'bis'),
    swap('zu dem zeitpunkt, als', 'als'),
    swap('zum (?:jetzigen|gegenwärtigen|aktuellen) zeitpunkt', 'jetzt'),
    swap('zum damaligen zeitpunkt', 'damals'),
    swap('zu einem späteren zeitpunkt', 'später'),
    swap('eine (?:große|hohe|ganze) (?:an)?zahl(?: von| an)', 'viele'),
    swap('einer (?:großen|hohen|ganzen) (?:an)?zahl(?: von| an)', 'vielen'),
    swap('die (?:überwiegende )?mehrheit der', 'die meisten'),
    swap('in regelmäßigen abständen', 'regelmäßig'),
    swap('in naher zukunft', 'bald'),
    swap('auf täglicher basis', 'täglich'),
    swap('einzig und allein', 'nur'),
    swap('voll und ganz', 'ganz'),
    swap('immer und immer wieder', 'immer wieder'),
    swap('nichtsdestotrotz|nichtsdestoweniger', 'trotzdem'),
    swap('mit ausnahme von', 'außer'),
  ],
  negations: /(?<!\p{L})(?:nicht|nie|niemals|kein(?:e[nmrs]?)?|ohne|nichts|niemand|kaum)(?!\p{L})/iu,
  numbers:
    /(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{Ll}*(?:zehn|zig|ßig|hundert|tausend)|million(?:en)?|milliarden?|halb|hälfte|drittel|viertel|dutzend)(?!\p{L})/giu,
};

const NONE = /(?!)/gu;
const OTHER: CutWords = {
  asides: NONE,
  openings: NONE,
  fillers: NONE,
  swaps: [],
  negations:
    /(?<!\p{L})(?:no|ni|nunca|jamás|sin|ne|pas|jamais|sans|non|não|nem|niet|nooit|inte|ikke|nie|nem|не|нет)(?!\p{L})|[不没無非]|ない|않/iu,
  numbers: NONE,
};

/** Returns the phrases of a language by its tag; other languages are judged by repetition alone. */
export const getCutWords = (tag: string): CutWords => (tag === 'en' ? ENGLISH : tag === 'de' ? GERMAN : OTHER);
