import type { Design } from '../video.ts';
import { drawSceneStill } from './scene.ts';

/** Draws a title slide in a design, as a PNG of 640 x 360. */
export const drawDesignPreview = (design: Design): Promise<Uint8Array> =>
  drawSceneStill({
    width: 640,
    height: 360,
    frames: 60,
    design,
    key: 'preview',
    kind: 'slide',
    layout: 'title',
    texts: { title: 'Three ways to proof a dough', body: 'A sample' },
    chapter: '',
    seed: 1,
    moments: [],
    cues: [],
    captions: 'default',
    overlays: [],
    picture: null,
    clear: false,
    levels: [],
    enter: 'fade',
    leave: 'fade',
  });
