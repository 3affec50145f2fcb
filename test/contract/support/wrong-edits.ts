import type { OperationId } from '#contract/operations/index.ts';

import { BLOCK, CUE } from './videos.ts';

/** Returns invalid edits of a video without music, each with the field it is refused for. `sound` is an asset. */
export function wrongEdits(sound: string): [OperationId, object, string][] {
  const add = { template: 'lower_third', inputs: { name: 'Mara' }, playhead_time: 1 };
  return [
    ['videoRevision.overlays.add', { ...add, template: 'banner' }, 'template'],
    ['videoRevision.overlays.add', { ...add, inputs: {} }, 'inputs.name'],
    ['videoRevision.overlays.add', { ...add, inputs: { name: 'x'.repeat(41) } }, 'inputs.name'],
    ['videoRevision.overlays.add', { ...add, inputs: { name: 'A', age: '7' } }, 'inputs.age'],
    ['videoRevision.overlays.add', { ...add, playhead_time: 9 }, 'playhead_time'],
    ['videoRevision.overlays.add', { ...add, end_time: 9.5 }, 'end_time'],
    ['videoRevision.overlays.add', { ...add, end_time: 1 }, 'end_time'],
    ['videoRevision.overlays.add', { template: 'circle', inputs: {} }, 'playhead_time'],
    ['videoRevision.captions', {}, 'enabled'],
    ['videoRevision.captions', { style: 'bar', caption: { cue_id: CUE, text: 'A' } }, 'enabled'],
    ['videoRevision.captions', { caption: { cue_id: 'no', text: 'A' } }, 'caption.cue_id'],
    ['videoRevision.captions', { caption: { cue_id: CUE, text: 'x'.repeat(201) } }, 'caption.text'],
    ['videoRevision.music', { remove: false }, 'remove'],
    ['videoRevision.music', { remove: true }, 'remove'],
    ['videoRevision.slideText', { block_key: 'no', field_edits: [{ key: 'title', value: 'A' }] }, 'block_key'],
    ['videoRevision.slideText', { block_key: BLOCK, field_edits: [{ key: 'no', value: 'A' }] }, 'field_edits.0.key'],
    [
      'videoRevision.slideText',
      { block_key: BLOCK, field_edits: [{ key: 'title', value: 'x'.repeat(121) }] },
      'field_edits.0.value',
    ],
    ['videoRevision.slideText', { block_key: BLOCK }, 'field_edits'],
    ['videoRevision.slideText', { block_key: BLOCK, sentence: { number: 9, said_as: 'A' } }, 'sentence.number'],
    ['videoRevision.slideText', { block_key: BLOCK, sentence: { number: 1, said_as: '…' } }, 'sentence.said_as'],
    ['videoRevision.presenter', { block_key: BLOCK, media_asset_id: sound }, 'media_asset_id'],
    ['videoRevision.replaceWithMedia', { block_key: BLOCK, media_asset_id: sound }, 'media_asset_id'],
  ];
}
