import { describe, expect, test } from 'vitest';

import type { OverlayTemplate } from '#contract/schema/video-revision.ts';
import type { EditableContent, QualityFinding } from '#contract/schema/video.ts';

import { editFor, editsFor } from './suggested-edits.ts';

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
  edit_session: { status: 'draft', editable: true },
  edit_availability: {
    can_apply: true,
    can_start_new_pass: true,
    edit_window_ends_at: null,
    explanation: '',
    required_credits: 0,
  },
  overlays: [OVERLAY, { ...OVERLAY, id: 'o2', inputs: { text: 'Later' }, start_time: 5, end_time: 8 }],
  visual_blocks: [BLOCK],
  settings: { captions: { enabled: true, style: 'default' }, music: { removal_available: true } },
  timeline: null,
  versions: [],
};
const finding = (change: Partial<QualityFinding>): QualityFinding => ({
  id: 'f',
  category: 'black',
  severity: 'warning',
  message: '',
  start_time: 3,
  end_time: 4,
  block_key: 'b1',
  ...change,
});
const CALLOUT: OverlayTemplate = {
  id: 'callout',
  label: 'Callout',
  description: '',
  preview_url: '',
  input_fields: [
    { key: 'text', label: 'Text', type: 'text', required: true, max_chars: 20 },
    { key: 'x', label: 'Across', type: 'number', required: false, max_chars: 5 },
  ],
};

describe('the edit that fits a finding', () => {
  test.each([
    ['caption_speed', '', { does: 'captions', body: { enabled: false } }],
    ['peak', '', { does: 'music' }],
    ['frozen', '', { does: 'picture', block: 'b1', prompt: 'A sleeper coach cut open' }],
    ['overlap', '', { does: 'overlay-removal', overlay: 'o2' }],
    [
      'safe_area',
      '“Two metres” is too close to the edge',
      { does: 'overlay-change', overlay: 'o1', inputs: { x: '80' } },
    ],
    ['contrast', '“Two metres” is hard to read', { does: 'overlay-removal', overlay: 'o1' }],
    ['contrast', '“said” is hard to read', { does: 'captions', body: { style: 'bar' } }],
  ])('%s: %s', (category, message, edit) =>
    expect(editFor(finding({ category, message, end_time: 5.5 }), CONTENT)).toMatchObject(edit),
  );

  test.each(['drift', 'duration', 'missing_audio', 'something new'])('%s has none', (category) =>
    expect(editFor(finding({ category }), CONTENT)).toBeNull(),
  );

  test('nothing is offered that the video does not allow', () => {
    const settings = { captions: { enabled: false, style: 'default' }, music: { removal_available: false } };
    const locked = { ...CONTENT, settings, overlays: [], visual_blocks: [{ ...BLOCK, available_actions: [] }] };
    for (const category of ['caption_speed', 'peak', 'frozen', 'black', 'overlap', 'contrast', 'safe_area'])
      expect(editFor(finding({ category }), locked)).toBeNull();
  });
});

describe('what a comment can mean', () => {
  const first = (text: string, end: number | null = null) =>
    editsFor({ moment: { start: 3, end }, text }, CONTENT, [CALLOUT])[0];

  test.each([
    ['Say “Sixteen bunks” here', { does: 'text', block: 'b1', field: 'title', value: 'Sixteen bunks' }],
    ['No music under this', { does: 'music' }],
    ['Captions off, they hide the wheels', { does: 'captions', body: { enabled: false } }],
    ['Remove this', { does: 'overlay-removal', overlay: 'o1' }],
    ['More light', { does: 'picture', block: 'b1', prompt: 'A sleeper coach cut open. More light' }],
  ])('%s', (text, edit) => expect(first(text)).toMatchObject(edit));

  test('over a range its words lie over the picture, cut to what fits', () => {
    const edit = first('Two metres wide, measured at the window', 5);
    expect(edit).toMatchObject({ does: 'overlay', template: 'callout', moment: { start: 3, end: 5 } });
    expect(edit?.does === 'overlay' && edit.inputs['text']).toBe('Two metres wide, me…');
  });

  test('outside of every block the overlay is left', () => {
    const edits = editsFor({ moment: { start: 40, end: null }, text: 'Here' }, CONTENT, [CALLOUT]);
    expect(edits.map(({ does }) => does)).toEqual(['overlay']);
  });
});
