/** Labels every section and field of a profile. */
import { VOICE_AXES, VOICE_SECTIONS, VOICE_TOP_FIELDS, type VoiceFieldKind } from '#contract/schema/voice.ts';

export interface FieldWords {
  /** The path below writing_style_analysis. */
  readonly path: readonly string[];
  readonly kind: VoiceFieldKind;
  readonly label: string;
  readonly help: string;
}

export interface SectionWords {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly FieldWords[];
}

type Words = readonly [label: string, help: string];
type Sections = typeof VOICE_SECTIONS;

/** A missing label does not compile. */
const WORDS: { readonly [S in keyof Sections]: { readonly [F in keyof Sections[S]]: Words } } = {
  speaker_archetype: {
    label: ['In two or three words', 'Such as: the patient guide.'],
    description: ['Description', 'Who is speaking, and why one likes to listen.'],
  },
  stance_and_relationship: {
    narrative_person: ['Person', 'First person to second person: “I” to “you”. The drafts follow it.'],
    intimacy_distance: ['Distance', 'Such as: close, like a friend on the next seat; or from a stage.'],
    certainty_level: ['Certainty', 'What is stated, and what is only supposed.'],
    audience_model: ['Audience', 'Who listens, and what they know already.'],
  },
  delivery_recipe: {
    cadence: ['Cadence', 'Such as: two short sentences, then a longer one.'],
    energy: ['Energy', 'Such as: low and steady; or rising to the end.'],
    pacing_and_emphasis: ['Pacing and emphasis', 'Such as: pause before a number.'],
  },
  rhetorical_toolkit: {
    hook_patterns: ['Hooks', 'How a video begins.'],
    transitions: ['Transitions', 'Whole sentences that lead on. The drafts use them.'],
    explanation_patterns: ['Explanations', 'Such as: name the thing, draw the thing, say why it is so.'],
    storytelling_patterns: ['Stories', 'Such as: return at the end to the person from the first minute.'],
    cta_patterns: ['Calls to action', 'What viewers are asked at the end.'],
    analogy_and_evidence: ['Analogies and evidence', 'What comparisons are made with, and what a claim needs.'],
    humor_and_empathy: ['Humour and empathy', 'Such as: understatement; never at the cost of people on screen.'],
  },
  diction_and_syntax: {
    vocabulary_level: ['Vocabulary', 'Such as: plain; or the words of a trade.'],
    word_complexity: ['Word complexity', 'Such as: short words first.'],
    sentence_shape: [
      'Sentence shape',
      'A number is followed: “at most 20 words”. Longer sentences are marked and split.',
    ],
    preferred_constructions: [
      'Preferred constructions',
      'Such as: contractions. Drafts and humanizing follow that one.',
    ],
    avoid: ['Constructions to avoid', 'Such as: passive voice. Short entries are marked while you write.'],
  },
  phrase_kit: {
    uses: ['Phrases it uses', 'Whole sentences are worked into drafts.'],
    avoid: ['Phrases to avoid', 'Marked while you write; drafts stay clear of them.'],
    replacements: ['Replacements', 'Written as: utilize -> use. Offered while you write, made when humanizing.'],
  },
  jargon_policy: {
    allow: ['Needs no explaining', 'Words every viewer knows.'],
    explain_with: ['Explained with', 'Such as: a drawing; a comparison with a room.'],
  },
  do_dont: {
    do: ['Does', 'Such as: say where a number comes from.'],
    dont: ['Does not', 'Such as: rush a list.'],
    never_does: ['Never does', 'Such as: shout.'],
  },
  spoken_patterns: {
    common_phrases: ['Common phrases', 'What one hears again and again.'],
    starter_words: ['Starter words', 'Such as: So, Now, And. Drafts begin sentences with them now and then.'],
    transition_phrases: ['Linking phrases', 'Such as: and here is the thing.'],
  },
};

const SECTION: { readonly [S in keyof Sections]: Words } = {
  speaker_archetype: ['Speaker', 'Who is speaking.'],
  stance_and_relationship: ['Stance', 'How the speaker stands to the audience.'],
  delivery_recipe: ['Delivery', 'How it sounds.'],
  rhetorical_toolkit: ['Toolkit', 'How it begins, leads on, explains and ends.'],
  diction_and_syntax: ['Words and sentences', 'How sentences are built.'],
  phrase_kit: ['Phrases', 'What is said, what is not, and what instead.'],
  jargon_policy: ['Jargon', 'Which words of the trade need no explaining, and how the others are explained.'],
  do_dont: ['Rules', 'What the voice does and does not.'],
  spoken_patterns: ['Spoken patterns', 'What makes it sound spoken.'],
};

const AXES: { readonly [F in keyof typeof VOICE_AXES]: Words } = {
  age_vibe: ['Age', 'Such as: late thirties.'],
  profession_archetype: ['Profession', 'Such as: engineer turned storyteller.'],
  temperament: ['Temperament', 'Such as: calm, dry, warm.'],
  authority_posture: ['Authority', 'Such as: shows the working instead of claiming to know.'],
};

const TOP: { readonly [F in keyof typeof VOICE_TOP_FIELDS]: Words } = {
  formatting_directives: ['Formatting', 'Such as: one idea a paragraph.'],
  locale_and_dialect: ['Locale and dialect', 'Such as: international English, metric units.'],
  thinking_style: ['Thinking style', 'Such as: from the concrete case to the rule.'],
  rewriter_directives: ['When rewriting', 'Such as: break sentences above 24 words. A number is followed.'],
  adherence_checklist: ['Checklist', 'Such as: is there a number in the first minute?'],
  lexical_glossary: ['Glossary', 'Word: meaning. Marked where a line does not explain it.'],
  example_paragraph: ['Example paragraph', 'One paragraph as this voice would say it.'],
  style_examples: ['Style examples', 'Single sentences in this voice.'],
};

function fieldsOf(
  kinds: Readonly<Record<string, VoiceFieldKind>>,
  words: object,
  above: readonly string[],
): FieldWords[] {
  const said = words as Readonly<Record<string, Words | undefined>>;
  return Object.entries(kinds).map(([key, kind]) => {
    const [label, help] = said[key] ?? [key, ''];
    return { path: [...above, key], kind, label, help };
  });
}

function topFields(...keys: (keyof typeof VOICE_TOP_FIELDS)[]): FieldWords[] {
  return fieldsOf(VOICE_TOP_FIELDS, TOP, []).filter(({ path }) => keys.some((key) => key === path[0]));
}

/** In the order in which a person fills them in. */
export const SECTIONS: readonly SectionWords[] = [
  ...Object.entries(VOICE_SECTIONS).map(([name, kinds]) => {
    const [title, help] = SECTION[name as keyof Sections];
    const axes = name === 'speaker_archetype' ? fieldsOf(VOICE_AXES, AXES, [name, 'axes']) : [];
    return { name, title, help, fields: [...fieldsOf(kinds, WORDS[name as keyof Sections], [name]), ...axes] };
  }),
  {
    name: 'directives',
    title: 'Directives',
    help: 'What writing in this voice has to keep to.',
    fields: topFields(
      'locale_and_dialect',
      'thinking_style',
      'formatting_directives',
      'rewriter_directives',
      'adherence_checklist',
      'lexical_glossary',
    ),
  },
  {
    name: 'examples',
    title: 'Examples',
    help: 'The voice at work. Where no sentence length is named, it is taken from here.',
    fields: topFields('example_paragraph', 'style_examples'),
  },
];

const BY_PATH = new Map([
  ['name', 'Name'],
  ['profile', 'Profile'],
  ...SECTIONS.flatMap(({ title, fields }) =>
    fields.map(({ path }): [string, string] => [path.slice(0, -1).join('.') || 'profile', title]),
  ).filter(([path]) => path !== 'profile'),
  ...SECTIONS.flatMap(({ title, fields }) =>
    fields.map(({ path, label }): [string, string] => [path.join('.'), `${title}: ${label}`]),
  ),
]);

/** Returns a field's label; an unknown field keeps its name. */
export function fieldName(path: string): string {
  return BY_PATH.get(path) ?? path;
}

export function changeWords(tag: string): string {
  if (tag === 'voice.created') return 'A new voice';
  if (tag === 'voice.renamed') return 'Another name';
  const path = /^profile\.(.+)\.changed$/.exec(tag)?.[1];
  return path === undefined ? tag : fieldName(path);
}
