import { LIMITS } from '#contract/limits.ts';
import type { Template } from '#contract/schema/channel.ts';
import type { Idea } from '#contract/schema/idea.ts';
import type { DetailSpec } from '#renderer/shared/details-fields.ts';

/** Returns the editable details of an idea. */
export function createIdeaFields(templates: readonly Template[], idea: Idea): readonly DetailSpec[] {
  const templateOptions = templates.map(({ id, name }) => ({ value: String(id), label: name }));
  const chosenTemplate = String(idea.suggested_template_id ?? '');
  const isMissing = chosenTemplate !== '' && !templateOptions.some(({ value }) => value === chosenTemplate);
  return [
    { type: 'text', name: 'title', label: 'Title', required: true, max: LIMITS.title },
    { type: 'area', name: 'topic', label: 'Topic', max: LIMITS.ideaTopic },
    { type: 'area', name: 'angle', label: 'Angle', max: LIMITS.angle },
    { type: 'number', name: 'suggested_length', label: 'Length', unit: 'words', ...LIMITS.words },
    {
      type: 'choice',
      name: 'suggested_template_id',
      label: 'Template',
      options: [
        { value: '', label: 'None' },
        ...templateOptions,
        ...(isMissing ? [{ value: chosenTemplate, label: `Template ${chosenTemplate}` }] : []),
      ],
      getChosen: () => chosenTemplate,
      toFields: (option) => ({ suggested_template_id: option === '' ? null : Number(option) }),
    },
    { type: 'area', name: 'thumbnail_concept', label: 'Thumbnail concept', max: LIMITS.thumbnailConcept },
    { type: 'area', name: 'notes', label: 'Notes', max: LIMITS.notes },
    {
      type: 'tags',
      name: 'tags',
      label: 'Tags',
      hint: 'Separate tags with commas',
      max: LIMITS.ideaTag,
      maxCount: LIMITS.ideaTags,
    },
  ];
}
