import { describe, expect, test } from 'vitest';

import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, VisualBlock } from '#contract/schema/video-content.ts';
import { EDITABLE_CONTENT } from '#test/support/editable-content.ts';

import { isHidden, getItemId, getSubject, createTimelineItems } from './editor-items.ts';

const block: VisualBlock = {
  key: 'block-1',
  available_actions: ['edit_slide_text'],
  replace_with_media_paid: false,
  kind: 'slide',
  label: 'Two coaches',
  chapter: '',
  start_time: 0,
  end_time: 10,
  fields: [],
  narration: [],
  prompt: '',
  picture_url: null,
};
const content: EditableContent = {
  ...EDITABLE_CONTENT,
  overlays: [
    { id: 'o1', template: 'number', label: 'Number', inputs: { number: '15' }, start_time: 2, end_time: 4 },
    { id: 'o2', template: 'quote', label: 'Quote', inputs: {}, start_time: 5, end_time: 8 },
  ],
  visual_blocks: [block, { ...block, key: 'block-2', start_time: null, end_time: null }],
  timeline: {
    revision: 'a'.repeat(64),
    width: 1280,
    height: 720,
    frames: 300,
    frames_per_second: 30,
    duration_seconds: 10,
    narration: true,
    music: true,
    waveform: null,
    cues: [{ id: 'c1', block_key: 'block-1', start_time: 1, end_time: 3, text: 'Same wheels', words: [] }],
  },
};
const createStagedEdit = (change: Partial<RevisionItem>): RevisionItem => ({
  id: 'i1',
  overlay_id: null,
  label: 'Edit',
  scope: 'moment',
  status: 'ready',
  status_label: '',
  start_time: null,
  end_time: null,
  operation: 'update',
  template: null,
  inputs: {},
  action: 'edit_slide_text',
  block_key: null,
  preview_url: null,
  client_request_id: null,
  span_scope: null,
  beat_sequence: null,
  created_at: '2026-11-01T00:00:00Z',
  ...change,
});
const createComment = (id: number, body: string) => ({
  id,
  body,
  author: { id: 1, name: 'Cleo Demo' },
  mentioned_user_ids: [],
  edited_at: null,
  created_at: '2026-11-01T00:00:00Z',
});
const createItemsById = (edits: readonly RevisionItem[], comments: ReturnType<typeof createComment>[] = []) =>
  new Map(createTimelineItems({ content, staged: edits, findings: [], comments }).map((item) => [item.id, item]));

test('a staged text edit is hidden when its block has other fields', () => {
  const [block] = content.visual_blocks;
  const text = createStagedEdit({ block_key: block!.key, inputs: { title: 'New words' } });
  const createContent = (key: string) => ({
    ...content,
    visual_blocks: [{ ...block!, fields: [{ key, label: 'Text', value: '', max_chars: 60 }] }],
  });
  expect(isHidden(text, createContent('title'))).toBe(false);
  expect(isHidden(text, createContent('name'))).toBe(true);
  expect(isHidden({ ...text, action: 'use_avatar_only' }, createContent('name'))).toBe(false);
});

test('a video without music shows where some can be added, if the service can add it', () => {
  const withoutMusic = { ...content, timeline: { ...content.timeline!, music: false } };
  const findMusic = (settings: EditableContent['settings']['music'], edits: readonly RevisionItem[] = []) =>
    createTimelineItems({
      content: { ...withoutMusic, settings: { ...withoutMusic.settings, music: settings } },
      staged: edits,
      findings: [],
      comments: [],
    }).find(({ track }) => track === 'music');
  expect(findMusic({ removal_available: false })).toBeUndefined();
  const addable = { removal_available: false, change_available: true };
  expect(findMusic(addable)).toMatchObject({ state: 'absent', label: 'No music. Select to add some.' });
  expect(findMusic(addable, [createStagedEdit({ action: 'change_music' })])).toMatchObject({ state: 'staged' });
});

describe('items of a version', () => {
  test('include everything published', () => {
    const items = createItemsById([]);
    expect([...items.keys()]).toEqual([
      'block:block-1',
      'cue:c1',
      'overlay:o1',
      'overlay:o2',
      'narration:all',
      'music:all',
    ]);
    expect(items.get('overlay:o1')?.label).toBe('Number: 15');
    expect(new Set([...items.values()].map(({ state }) => state))).toEqual(new Set(['published']));
  });

  test('show staged changes and removals', () => {
    const items = createItemsById([
      createStagedEdit({ block_key: 'block-1' }),
      createStagedEdit({ id: 'i2', action: 'update_overlay', overlay_id: 'o1' }),
      createStagedEdit({ id: 'i3', action: 'remove_overlay', operation: 'remove', overlay_id: 'o2' }),
      createStagedEdit({
        id: 'i4',
        action: 'add_overlay',
        operation: 'add',
        overlay_id: 'o3',
        start_time: 1,
        end_time: 2,
      }),
      createStagedEdit({ id: 'i5', action: 'music_removal', operation: 'remove' }),
      createStagedEdit({ id: 'i6', action: 'update_captions' }),
    ]);
    expect(Object.fromEntries([...items].map(([id, { state }]) => [id, state]))).toEqual({
      'block:block-1': 'staged',
      'cue:c1': 'staged',
      'overlay:o1': 'staged',
      'overlay:o2': 'removed',
      'staged:i4': 'staged',
      'narration:all': 'published',
      'music:all': 'removed',
    });
  });

  test('name an overlay by its text, or by its time if it has none, never by its place', () => {
    const times = { start_time: 61, end_time: 64, action: 'add_overlay', operation: 'add' } as const;
    const items = createItemsById([
      createStagedEdit({
        ...times,
        id: 'a',
        label: 'Callout',
        template: 'callout',
        inputs: { x: '52', y: '40', text: 'Two metres' },
      }),
      createStagedEdit({
        ...times,
        id: 'b',
        label: 'Circle',
        template: 'circle',
        inputs: { x: '52', y: '40', size: '18' },
      }),
      createStagedEdit({
        ...times,
        id: 'c',
        label: 'Number',
        template: 'number',
        inputs: { label: 'berths', number: '40' },
      }),
    ]);
    expect(['a', 'b', 'c'].map((id) => items.get(`staged:${id}`)?.label)).toEqual([
      'Callout: Two metres',
      'Circle: 01:01',
      'Number: 40',
    ]);
  });

  test('show the staged words of a caption, and that it will be removed', () => {
    const createCaptionEdit = (text: string) =>
      createStagedEdit({ action: 'edit_caption', inputs: { cue_id: 'c1', text }, block_key: 'block-1' });
    expect(createItemsById([createCaptionEdit('New wheels')]).get('cue:c1')).toMatchObject({
      label: 'New wheels',
      state: 'staged',
    });
    expect(createItemsById([createCaptionEdit('')]).get('cue:c1')).toMatchObject({
      label: 'Same wheels',
      state: 'removed',
    });
    expect(createItemsById([createCaptionEdit('New wheels')]).get('block:block-1')?.state).toBe('published');
  });

  test('include comments with a time, at that time', () => {
    const items = createItemsById(
      [],
      [createComment(1, '[00:02.50-00:04.00] Longer'), createComment(2, 'Good'), createComment(3, '[00:06] Cut')],
    );
    expect(items.get('comment:1')).toMatchObject({ start: 2.5, end: 4, label: 'Longer' });
    expect(items.get('comment:3')).toMatchObject({ start: 6, end: 6 });
    expect(items.has('comment:2')).toBe(false);
  });

  test('have an id made of the kind and the id of their subject', () => {
    expect(getSubject(getItemId('block', 'a:b'))).toEqual({ kind: 'block', id: 'a:b' });
  });
});
