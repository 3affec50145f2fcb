import { expect, test } from 'vitest';

import { planVideo } from '../../engines/video/plan.ts';
import type { VideoPlan } from '../../engines/video/video.ts';
import { applyEdits, getEditLabel, getSlot, type VideoEdit } from './edits.ts';

const plan: VideoPlan = planVideo('# Night trains\n\nThey are coming back.\n\n## Why\n\nNobody knows.\n', {
  title: 'Night trains',
  settings: {
    width: 1280,
    height: 720,
    design: 'screening',
    captions: { enabled: true, style: 'default' },
    music: { enabled: true, file: null },
    narration: true,
    speakingRate: 1,
    voice: null,
  },
});
const block = plan.scenes[0]!.key;
const overlay = { id: 'o1', template: 'circle', inputs: { x: '50' }, start: 3, end: 5 };
const applyToScene = (edits: readonly VideoEdit[]) => applyEdits(plan, edits).scenes[0]!;

test('an edit changes only its target', () => {
  const editedPlan = applyEdits(plan, [{ action: 'edit_slide_text', block, fields: { title: 'Sleepers' } }]);
  expect(editedPlan.scenes[0]!.fields.find(({ key }) => key === 'title')?.value).toBe('Sleepers');
  expect(editedPlan.scenes.slice(1)).toEqual(plan.scenes.slice(1));
  expect({ ...editedPlan, scenes: [] }).toEqual({ ...plan, scenes: [] });
  expect(applyEdits(plan, [])).toEqual(plan);
});

test('a text edit applies to the visual staged with it, in either order', () => {
  const text: VideoEdit = { action: 'edit_slide_text', block, fields: { caption: 'In the snow', title: 'Gone' } };
  const picture: VideoEdit = { action: 'regenerate_visual', block, prompt: 'A train', seed: 7 };
  for (const edits of [
    [text, picture],
    [picture, text],
  ]) {
    expect(applyToScene(edits)).toMatchObject({ kind: 'picture', prompt: 'A train', seed: 7, media: null });
    expect(applyToScene(edits).fields.map(({ key, value }) => [key, value])).toEqual([['caption', 'In the snow']]);
  }
});

test('applies media, presenter, captions, music and overlay edits', () => {
  const media: VideoEdit = { action: 'replace_with_media', block, asset: 'a1', media_type: 'video', name: 'Film' };
  expect(applyToScene([media])).toMatchObject({
    kind: 'media',
    media: { path: 'asset:a1', kind: 'video' },
    prompt: '',
  });
  const person = { path: 'asset:a2', kind: 'picture' } as const;
  expect(applyToScene([{ action: 'use_avatar_only', block, note: 'Smile', media: person }])).toMatchObject({
    kind: 'presenter',
    media: person,
  });
  expect(applyToScene([{ action: 'use_avatar_only', block, note: 'Smile' }])).toEqual(plan.scenes[0]);
  const editedPlan = applyEdits(plan, [
    { action: 'update_captions', enabled: false, style: 'bar' },
    { action: 'music_removal' },
    { action: 'add_overlay', overlay },
  ]);
  expect(editedPlan.settings).toMatchObject({ captions: { enabled: false, style: 'bar' }, music: { enabled: false } });
  expect(editedPlan.overlays).toEqual([overlay]);
  const movedPlan = applyEdits(editedPlan, [
    { action: 'update_overlay', overlay: { ...overlay, inputs: { x: '10' } } },
  ]);
  expect(movedPlan.overlays).toMatchObject([{ id: 'o1', inputs: { x: '10' } }]);
  expect(applyEdits(editedPlan, [{ action: 'remove_overlay', overlay }]).overlays).toEqual([]);
});

test('edits of the same target share a slot, and each has a label', () => {
  const regenerate: VideoEdit = { action: 'regenerate_visual', block, prompt: 'A', seed: 1 };
  const presenter: VideoEdit = { action: 'use_avatar_only', block, note: '' };
  expect(getSlot(regenerate)).toBe(getSlot(presenter));
  expect(getSlot({ action: 'edit_slide_text', block, fields: {} })).not.toBe(getSlot(presenter));
  expect(getEditLabel(plan, regenerate)).toBe('New picture for “Night trains”');
  expect(getEditLabel(plan, { action: 'add_overlay', overlay })).toBe('New overlay: Circle at 0:03');
  const callout = { id: 'o2', template: 'callout', inputs: { x: '52', y: '40', text: 'Two metres' }, start: 3, end: 5 };
  expect(getEditLabel(plan, { action: 'update_overlay', overlay: callout })).toBe(
    'Overlay changed: Callout “Two metres”',
  );
});
