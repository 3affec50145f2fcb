import { describe, expect, test } from 'vitest';

import { BoardEdit, BoardImport, BoardText, ThumbnailGenerationCreate } from './thumbnail.ts';

const picture = 'https://pictures.example/1.png';

/** Returns the paths of the missing or invalid fields. */
function listInvalidFields(
  schema: typeof ThumbnailGenerationCreate | typeof BoardEdit | typeof BoardImport | typeof BoardText,
  body: object,
) {
  const { error } = schema.safeParse(body);
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))].sort();
}

describe('required fields of each thumbnail generation mode (spec 2 §4)', () => {
  test.each<[string, object, string[]]>([
    ['nothing at all', {}, ['prompt']],
    ['an idea', { idea_id: 1 }, []],
    ['a brainstorm', { prompt: 'A ferry' }, []],
    ['an empty prompt', { prompt: '' }, ['prompt']],
    [
      'an improvement without its fields',
      { improvement_mode: true },
      ['feedback', 'idea_id', 'reference_variation_url'],
    ],
    [
      'an improvement',
      { improvement_mode: true, idea_id: 1, feedback: 'Bolder', reference_variation_url: picture },
      [],
    ],
    [
      'a clone without a reference image',
      { prompt: 'Like it', clone_strategy: 'style_analysis' },
      ['reference_image_url'],
    ],
    ['a clone without a prompt', { clone_strategy: 'direct_reference', reference_image_url: picture }, ['prompt']],
    ['a clone', { prompt: 'x', clone_strategy: 'direct_reference', reference_image_url: picture }, []],
    ['a clone for an idea', { idea_id: 1, clone_strategy: 'style_analysis', reference_image_url: picture }, []],
    [
      'an improvement and a clone at once',
      {
        improvement_mode: true,
        idea_id: 1,
        feedback: 'Bolder',
        reference_variation_url: picture,
        clone_strategy: 'direct_reference',
        reference_image_url: picture,
      },
      ['clone_strategy'],
    ],
    ['a callback URL without https', { prompt: 'x', callback_url: 'http://receiver.example/' }, ['callback_url']],
  ])('%s', (_, body, expected) => expect(listInvalidFields(ThumbnailGenerationCreate, body)).toEqual(expected));
});

describe('bounds of nested fields', () => {
  const edit = (region: object) => listInvalidFields(BoardEdit, { item_id: 1, instruction: 'Darker', region });
  test.each<[object, string[]]>([
    [{ x: 0, y: 0, width: 1, height: 1 }, []],
    [{ x: -0.01, y: 1.01, width: 1, height: 1 }, ['region.x', 'region.y']],
    [{ x: 0, y: 0, width: 2, height: '1' }, ['region.height', 'region.width']],
    [{ x: 0, y: 0, width: 1 }, ['region.height']],
  ])('checks the region %j', (region, expected) => expect(edit(region)).toEqual(expected));

  test('an import from URLs needs 1 to 12 URLs', () => {
    expect(listInvalidFields(BoardImport, { source: 'urls' })).toEqual(['urls']);
    expect(listInvalidFields(BoardImport, { source: 'urls', urls: Array.from({ length: 12 }, () => picture) })).toEqual(
      [],
    );
    expect(listInvalidFields(BoardImport, { source: 'urls', urls: Array.from({ length: 13 }, () => picture) })).toEqual(
      ['urls'],
    );
    expect(listInvalidFields(BoardImport, { source: 'my_recent' })).toEqual([]);
  });

  test('a new text needs content, and colours must be hex values', () => {
    expect(listInvalidFields(BoardText, {})).toEqual(['content']);
    expect(listInvalidFields(BoardText, { item_id: 1, fill: '#FF8800', background: null })).toEqual([]);
    expect(listInvalidFields(BoardText, { item_id: 1, fill: 'red', stroke: '#12345', background: '#GGGGGG' })).toEqual([
      'background',
      'fill',
      'stroke',
    ]);
  });
});
