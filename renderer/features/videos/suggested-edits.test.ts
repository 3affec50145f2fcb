import { describe, expect, test } from 'vitest';

import type { EditableContent, QualityFinding } from '#contract/schema/video-content.ts';
import { EDITABLE_CONTENT } from '#test/support/editable-content.ts';

import { suggestFix } from './suggested-edits.ts';

const BLOCK = {
  key: 'b1',
  available_actions: ['edit_slide_text', 'regenerate_visual', 'use_avatar_only'],
  replace_with_media_paid: false,
  kind: 'slide',
  label: 'Fifteen bunks in one coach',
  chapter: '',
  start_time: 0,
  end_time: 10,
  fields: [{ key: 'title', label: 'Title', value: 'Fifteen bunks', max_chars: 30 }],
  narration: [],
  prompt: 'A sleeper coach cut open',
  picture_url: null,
};
const OVERLAY = {
  id: 'o1',
  template: 'callout',
  label: 'Callout',
  inputs: { text: 'Two metres', x: '96', y: '50' },
  start_time: 2,
  end_time: 6,
};
const CONTENT: EditableContent = {
  ...EDITABLE_CONTENT,
  overlays: [OVERLAY, { ...OVERLAY, id: 'o2', inputs: { text: 'Later' }, start_time: 5, end_time: 8 }],
  visual_blocks: [BLOCK],
};
const createFinding = (change: Partial<QualityFinding>): QualityFinding => ({
  id: 'f',
  category: 'black',
  severity: 'warning',
  message: '',
  start_time: 3,
  end_time: 4,
  block_key: 'b1',
  ...change,
});
describe('the suggested edit for a finding', () => {
  test.each([
    ['peak', '', { kind: 'music' }],
    ['frozen', '', { kind: 'picture', block: 'b1', prompt: 'A sleeper coach cut open' }],
    ['overlap', '', { kind: 'overlay-removal', overlay: 'o2' }],
    [
      'safe_area',
      '“Two metres” is too close to the edge',
      { kind: 'overlay-change', overlay: 'o1', inputs: { x: '80' } },
    ],
    ['contrast', '“Two metres” is hard to read', { kind: 'overlay-removal', overlay: 'o1' }],
    ['contrast', '“said” is hard to read', { kind: 'captions', body: { style: 'bar' } }],
  ])('matches %s: %s', (category, message, edit) =>
    expect(suggestFix(createFinding({ category, message, end_time: 5.5 }), CONTENT)).toMatchObject(edit),
  );

  test.each(['caption_speed', 'drift', 'duration', 'missing_audio', 'something new'])(
    'does not exist for %s',
    (category) => expect(suggestFix(createFinding({ category }), CONTENT)).toBeNull(),
  );

  test('does not exist when the video does not allow it', () => {
    const settings = { captions: { enabled: false, style: 'default' }, music: { removal_available: false } };
    const lockedContent = { ...CONTENT, settings, overlays: [], visual_blocks: [{ ...BLOCK, available_actions: [] }] };
    for (const category of ['caption_speed', 'peak', 'frozen', 'black', 'overlap', 'contrast', 'safe_area'])
      expect(suggestFix(createFinding({ category }), lockedContent)).toBeNull();
  });
});
