/** Labels every section and field of a profile. */
import { VOICE_AXES, VOICE_SECTIONS, VOICE_TOP_FIELDS, type VoiceFieldKind } from '#contract/schema/voice.ts';

export interface FieldLabels {
  /** Starts below writing_style_analysis. */
  readonly path: readonly string[];
  readonly kind: VoiceFieldKind;
  readonly label: string;
  readonly help: string;
}

export interface SectionLabels {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly FieldLabels[];
}

type Label = readonly [label: string, help: string];
type Sections = typeof VOICE_SECTIONS;

/** The label of each field; a missing label does not compile. */
const FIELD_LABELS: { readonly [S in keyof Sections]: { readonly [F in keyof Sections[S]]: Label } } = {
  speaker_archetype: {
    label: ['Archetype', 'In two or three words. For example: the patient guide.'],
    description: ['Description', 'Who is speaking, and why people like to listen.'],
  },
  stance_and_relationship: {
    narrative_person: ['Person', 'For example: first person to second person, “I” to “you”. Drafts follow it.'],
    intimacy_distance: ['Distance', 'For example: close, like a friend in the next seat, or from a stage.'],
    certainty_level: ['Certainty', 'What is stated as fact, and what is only suggested.'],
    audience_model: ['Audience', 'Who is listening, and what they already know.'],
  },
  delivery_recipe: {
    cadence: ['Cadence', 'For example: two short sentences, then a longer one.'],
    energy: ['Energy', 'For example: low and steady, or rising towards the end.'],
    pacing_and_emphasis: ['Pacing and emphasis', 'For example: pause before a number.'],
  },
  rhetorical_toolkit: {
    hook_patterns: ['Hooks', 'How a video begins.'],
    transitions: ['Transitions', 'Whole sentences that lead to the next point. Drafts use them.'],
    explanation_patterns: ['Explanations', 'For example: name it, draw it, say why it is so.'],
    storytelling_patterns: ['Stories', 'For example: return to the person from the first minute at the end.'],
    cta_patterns: ['Calls to action', 'What viewers are asked to do at the end.'],
    analogy_and_evidence: ['Analogies and evidence', 'What comparisons draw on, and what a claim needs to back it up.'],
    humor_and_empathy: ['Humour and empathy', 'For example: understatement, never at the expense of people on screen.'],
  },
  diction_and_syntax: {
    vocabulary_level: ['Vocabulary', 'For example: plain, or specialist.'],
    word_complexity: ['Word complexity', 'For example: short words first.'],
    sentence_shape: [
      'Sentence shape',
      'Set a limit such as “at most 20 words”, and longer sentences are marked and split.',
    ],
    preferred_constructions: [
      'Preferred constructions',
      'For example: contractions, which drafts and humanizing then use.',
    ],
    avoid: ['Constructions to avoid', 'For example: passive voice. Short entries are marked while you write.'],
  },
  phrase_kit: {
    uses: ['Phrases to use', 'Whole sentences are worked into drafts.'],
    avoid: ['Phrases to avoid', 'Marked while you write. Drafts avoid them.'],
    replacements: [
      'Replacements',
      'Write them as: utilize -> use. Suggested while you write, applied when humanizing.',
    ],
  },
  jargon_policy: {
    allow: ['No explanation needed', 'Words every viewer knows.'],
    explain_with: ['Explain with', 'For example: a drawing, or a comparison with a room.'],
  },
  do_dont: {
    do: ['Do', 'For example: say where a number comes from.'],
    dont: ['Don’t', 'For example: rush a list.'],
    never_does: ['Never', 'For example: shout.'],
  },
  spoken_patterns: {
    common_phrases: ['Common phrases', 'What people hear again and again.'],
    starter_words: ['Starter words', 'For example: So, Now, And. Drafts start a sentence with one now and then.'],
    transition_phrases: ['Linking phrases', 'For example: and here is the thing.'],
  },
};

const SECTION_LABELS: { readonly [S in keyof Sections]: Label } = {
  speaker_archetype: ['Speaker', 'Who is speaking.'],
  stance_and_relationship: ['Stance', 'How the speaker relates to the audience.'],
  delivery_recipe: ['Delivery', 'How it sounds.'],
  rhetorical_toolkit: ['Toolkit', 'How it opens, moves on, explains and closes.'],
  diction_and_syntax: ['Words and sentences', 'How sentences are built.'],
  phrase_kit: ['Phrases', 'What to say, what not to say, and what to say instead.'],
  jargon_policy: ['Jargon', 'Which specialist terms need no explanation, and how to explain the others.'],
  do_dont: ['Rules', 'What the voice does and doesn’t do.'],
  spoken_patterns: ['Spoken patterns', 'What makes it sound spoken.'],
};

const AXIS_LABELS: { readonly [F in keyof typeof VOICE_AXES]: Label } = {
  age_vibe: ['Age', 'For example: late thirties.'],
  profession_archetype: ['Profession', 'For example: engineer turned storyteller.'],
  temperament: ['Temperament', 'For example: calm, dry, warm.'],
  authority_posture: ['Authority', 'For example: shows the reasoning instead of claiming to know.'],
};

const TOP_LABELS: { readonly [F in keyof typeof VOICE_TOP_FIELDS]: Label } = {
  formatting_directives: ['Formatting', 'For example: one idea per paragraph.'],
  locale_and_dialect: ['Locale and dialect', 'For example: international English, metric units.'],
  thinking_style: ['Thinking style', 'For example: from the concrete case to the rule.'],
  rewriter_directives: ['When rewriting', 'For example: break sentences above 24 words. Word limits are followed.'],
  adherence_checklist: ['Checklist', 'For example: is there a number in the first minute?'],
  lexical_glossary: ['Glossary', 'Write them as: word: meaning. Marked where a line doesn’t explain the word.'],
  example_paragraph: ['Example paragraph', 'One paragraph as this voice would say it.'],
  style_examples: ['Style examples', 'Single sentences in this voice.'],
};

function createFields(
  kinds: Readonly<Record<string, VoiceFieldKind>>,
  labels: object,
  parents: readonly string[],
): FieldLabels[] {
  const labelsByName = labels as Readonly<Record<string, Label | undefined>>;
  return Object.entries(kinds).map(([key, kind]) => {
    const [label, help] = labelsByName[key] ?? [key, ''];
    return { path: [...parents, key], kind, label, help };
  });
}

function createTopFields(...keys: (keyof typeof VOICE_TOP_FIELDS)[]): FieldLabels[] {
  return createFields(VOICE_TOP_FIELDS, TOP_LABELS, []).filter(({ path }) => keys.some((key) => key === path[0]));
}

/** The sections, in the order in which a person fills them in. */
export const SECTIONS: readonly SectionLabels[] = [
  ...Object.entries(VOICE_SECTIONS).map(([name, kinds]) => {
    const [title, help] = SECTION_LABELS[name as keyof Sections];
    const axes = name === 'speaker_archetype' ? createFields(VOICE_AXES, AXIS_LABELS, [name, 'axes']) : [];
    return {
      name,
      title,
      help,
      fields: [...createFields(kinds, FIELD_LABELS[name as keyof Sections], [name]), ...axes],
    };
  }),
  {
    name: 'directives',
    title: 'Directives',
    help: 'What writing in this voice must follow.',
    fields: createTopFields(
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
    help: 'The voice in action. If no sentence length is set, it’s taken from here.',
    fields: createTopFields('example_paragraph', 'style_examples'),
  },
];

const LABEL_BY_PATH = new Map([
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
export function getFieldName(path: string): string {
  return LABEL_BY_PATH.get(path) ?? path;
}

export function getChangeLabel(tag: string): string {
  if (tag === 'voice.created') return 'New voice';
  if (tag === 'voice.renamed') return 'New name';
  const path = /^profile\.(.+)\.changed$/.exec(tag)?.[1];
  return path === undefined ? tag : getFieldName(path);
}
