import { describe, expect, it } from 'vitest';

import { recall } from '../app-state/remembered.ts';
import { drawFrame } from './frame.ts';

function readFrame(settings: object, hash: string): Record<string, string | undefined> {
  const element = document.createElement('html');
  drawFrame(element, recall({ getItem: () => JSON.stringify({ settings }) }).settings, hash);
  return { ...element.dataset };
}

describe('frame of the first paint', () => {
  it('has the chosen theme, and none when following the system', () => {
    expect(readFrame({ theme: 'dark' }, '#/ideas')).toEqual({ theme: 'dark' });
    expect(readFrame({ theme: 'system' }, '#/ideas')).toEqual({});
  });

  it('has the panes of the opened script as they were last arranged', () => {
    expect(readFrame({ editor_view: 'split', sidebar: true }, '#/scripts/7')).toEqual({
      frame: 'split',
      frameSide: '',
    });
    expect(readFrame({ editor_view: 'write', sidebar: false }, '#/scripts/7')).toEqual({ frame: 'write' });
    expect(readFrame({}, '#/scripts')).toEqual({});
  });
});
