import { LIMITS } from '#contract/limits.ts';
import type { Template, Voice } from '#contract/schema/channel.ts';
import { SCRIPT_FORMATS } from '#contract/schema/script.ts';
import type { DetailSpec } from '#renderer/shared/details-fields.ts';
import { normalizeLanguage, listLanguageOptions } from '#renderer/shared/language-options.ts';
import { formatLabel } from '../library/format-labels.ts';

const toId = (option: string): number | null => (option === '' ? null : Number(option));

interface Choices {
  readonly templates: readonly Template[];
  readonly voices: readonly Pick<Voice, 'id' | 'name'>[];
  /** Null if the service reports only the voice's label. */
  readonly voiceId: number | null;
}

/** Returns the chosen voice as an option: its id, its label if no voice of the channel has it, or '' for none. */
function getChosenVoice(value: Readonly<Record<string, unknown>>, { voices, voiceId }: Choices): string {
  const label = typeof value['voice'] === 'string' ? value['voice'] : null;
  const id = 'voice_id' in value ? value['voice_id'] : (voiceId ?? voices.find(({ name }) => name === label)?.id);
  return typeof id === 'number' ? String(id) : (label ?? '');
}

/** Returns the editable details of a script. */
export function createScriptFields(choices: Choices, value: Readonly<Record<string, unknown>>): readonly DetailSpec[] {
  const noneOption = { value: '', label: 'None' };
  const voices = choices.voices.map(({ id, name }) => ({ value: String(id), label: name }));
  const templates = choices.templates.map(({ id, name }) => ({ value: String(id), label: name }));
  const withChosen = (
    options: readonly { readonly value: string; readonly label: string }[],
    chosenValue: string,
    label: string,
  ): readonly { readonly value: string; readonly label: string }[] =>
    chosenValue === '' || options.some((option) => option.value === chosenValue)
      ? [noneOption, ...options]
      : [noneOption, ...options, { value: chosenValue, label }];
  const voice = getChosenVoice(value, choices);
  const template = typeof value['template_id'] === 'number' ? String(value['template_id']) : '';
  const language = typeof value['language'] === 'string' ? value['language'] : '';
  const findVoiceName = (id: number | null): string | null =>
    choices.voices.find((voice) => voice.id === id)?.name ?? null;
  return [
    { type: 'text', name: 'title', label: 'Title', required: true, max: LIMITS.title },
    { type: 'area', name: 'topic', label: 'Topic', max: LIMITS.topic.max },
    { type: 'area', name: 'angle', label: 'Angle', max: LIMITS.angle },
    { type: 'number', name: 'length', label: 'Length', unit: 'words', ...LIMITS.words },
    {
      type: 'choice',
      name: 'language',
      label: 'Language',
      options: listLanguageOptions(language),
      getChosen: () => normalizeLanguage(language),
      toFields: (option) => ({ language: option }),
    },
    {
      type: 'choice',
      name: 'format',
      label: 'Format',
      options: [noneOption, ...SCRIPT_FORMATS.map((format) => ({ value: format, label: formatLabel(format) }))],
      getChosen: (values) => (typeof values['format'] === 'string' ? values['format'] : ''),
      toFields: (option) => ({ format: option === '' ? null : option }),
    },
    {
      type: 'choice',
      name: 'voice_id',
      label: 'Voice',
      options: withChosen(voices, voice, voice),
      getChosen: () => voice,
      toFields: (option) => ({ voice_id: toId(option), voice: findVoiceName(toId(option)) }),
    },
    {
      type: 'choice',
      name: 'template_id',
      label: 'Template',
      options: withChosen(templates, template, `Template ${template}`),
      getChosen: () => template,
      toFields: (option) => ({ template_id: toId(option) }),
    },
  ];
}
