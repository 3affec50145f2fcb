/**
 * Five hundred different pictures of 1280 x 720, their places, compositions made of them, and the movements of every
 * peer's view.
 */
export const COUNT = 500;
export const TEXTS = 300;
const COLUMNS = 25;

export interface ViewPosition {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const getPosition = (index: number): { x: number; y: number } => ({
  x: (index % COLUMNS) * 1360,
  y: Math.floor(index / COLUMNS) * 800,
});

/** A part of a composition, in board coordinates; `picture` is the index of its picture. */
export type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number } & (
  | { readonly kind: 'picture'; readonly picture: number }
  | { readonly kind: 'text'; readonly words: string; readonly size: number }
  | { readonly kind: 'box' }
);

const COMPOSITIONS = 40;
const COMPOSITIONS_PER_ROW = 14;

/** Returns whether the page shows compositions in place of the pictures. */
export const hasCompositions = (): boolean => new URLSearchParams(location.search).has('compositions');

/** Returns forty compositions of twelve parts: six pictures, two boxes and four texts, the lowest first. */
export function compositions(): { readonly x: number; readonly y: number; readonly parts: readonly Part[] }[] {
  return Array.from({ length: COMPOSITIONS }, (_, compositionIndex) => {
    const { x, y } = {
      x: 8000 + (compositionIndex % COMPOSITIONS_PER_ROW) * 1360,
      y: 4000 + Math.floor(compositionIndex / COMPOSITIONS_PER_ROW) * 800,
    };
    const pictures = [0, 1, 2, 3, 4].map((index): Part => {
      const picture = compositionIndex * 6 + index + 1;
      return { kind: 'picture', picture, x: x + 40 + index * 240, y: y + 60 + index * 40, width: 320, height: 180 };
    });
    const boxes = [0, 1].map((index): Part => {
      return { kind: 'box', x: x + 100 + index * 600, y: y + 420, width: 400, height: 160 };
    });
    const texts = [0, 1, 2, 3].map((index): Part => {
      const box = {
        x: x + 60 + (index % 2) * 600,
        y: y + 400 + Math.floor(index / 2) * 140,
        width: 520,
        height: 136,
      };
      return { kind: 'text', words: `Night ${compositionIndex}.${index}`, size: 120, ...box };
    });
    const background: Part = { kind: 'picture', picture: compositionIndex * 6, x, y, width: 1280, height: 720 };
    return { x, y, parts: [background, ...pictures, ...boxes, ...texts] };
  });
}

async function drawPicture(index: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(1280, 720);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  for (let stripe = 0; stripe < 32; stripe += 1) {
    context.fillStyle = `hsl(${(index * 37 + stripe * 11) % 360} 60% ${20 + ((stripe * 7) % 60)}%)`;
    context.fillRect(stripe * 40, 0, 40, 720);
  }
  context.fillStyle = '#fff';
  context.font = '300px sans-serif';
  context.fillText(String(index), 200, 460);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}

export async function pictures(): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for (let index = 0; index < COUNT; index += 1) blobs.push(await drawPicture(index));
  return blobs;
}

export const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')));
    reader.readAsDataURL(blob);
  });

/** Scale for peers with a minimum zoom, which show a smaller board with a greater zoom. */
export const SCALE = 0.1;

export const VIEWS = {
  /** Everything is visible. */
  all: { x: -4300, y: -4000, zoom: 0.03 },
  /** Some forty pictures are visible. */
  near: { x: 8000, y: 4000, zoom: 0.14 },
} as const satisfies Record<string, ViewPosition>;
export type View = keyof typeof VIEWS;

/** Returns a position on a circle that keeps everything visible, or on a way across the board and back. */
function getPanPosition(view: View, share: number): ViewPosition {
  const { x, y, zoom } = VIEWS[view];
  if (view === 'near') return { x: x + (1200 / zoom) * (share < 0.5 ? 2 * share : 2 - 2 * share), y, zoom };
  const angle = share * 2 * Math.PI;
  return { x: x + (110 / zoom) * Math.sin(angle), y: y + (110 / zoom) * (1 - Math.cos(angle)), zoom };
}

export interface Peer {
  readonly look: (position: ViewPosition) => void;
  readonly isDrawn: () => boolean;
  /** Presses, moves or releases the pointer, in pixels of the window. */
  readonly adjust?: (share: number) => void;
  readonly pointer?: (phase: 'down' | 'move' | 'up', x: number, y: number) => void;
  /** Clears the selection, so that every peer pans without one. */
  readonly deselect?: () => void;
}

declare global {
  interface Window {
    board: {
      ready(): boolean;
      look(view: View): void;
      /** Returns the number of drawn frames: `frames`, or fewer if they take longer than `maxMs`. */
      pan(view: View, frames: number, maxMs: number): Promise<number>;
      drag(frames: number, maxMs: number): Promise<number>;
      /** Changes the brightness of a picture of the board with each frame, where the peer can. */
      filter(frames: number, maxMs: number): Promise<number>;
      wander(milliseconds: number): Promise<number>;
    };
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

async function drawFrames(frames: number, maxMs: number, draw: (share: number) => void): Promise<number> {
  const start = performance.now();
  let frame = 0;
  for (; frame < frames && performance.now() - start < maxMs; frame += 1) {
    await nextFrame();
    draw(frame / frames);
  }
  return frame;
}

/** Returns the middle of the dragged picture, in pixels of the window. */
function getDragStart(): { x: number; y: number } {
  const { x, y } = getPosition(260);
  const { all } = VIEWS;
  return { x: (x + 640 - all.x) * all.zoom, y: (y + 360 - all.y) * all.zoom };
}

/** Returns positions at working size for nine tenths of the frames, else far away or close up. */
function getWanderPosition(frame: number): ViewPosition {
  const zoom = frame % 1000 < 900 ? 0.14 : frame % 1000 < 950 ? 0.03 : 0.8;
  const [across, down] = [(frame * 11) % 56_000, (frame * 5) % 28_000];
  return { x: across < 28_000 ? across : 56_000 - across, y: (down < 14_000 ? down : 28_000 - down) * 0.9, zoom };
}

export function exposeBoard({ look, isDrawn, adjust, pointer, deselect }: Peer): void {
  window.board = {
    ready: isDrawn,
    look(view) {
      look(VIEWS[view]);
    },
    pan: (view, frames, maxMs) => drawFrames(frames, maxMs, (share) => look(getPanPosition(view, share))),
    filter: (frames, maxMs) => drawFrames(frames, maxMs, (share) => adjust?.(share)),
    async drag(frames, maxMs) {
      const { x, y } = getDragStart();
      pointer?.('down', x, y);
      const frameCount = await drawFrames(frames, maxMs, (share) => {
        const angle = share * 2 * Math.PI;
        pointer?.('move', x + 150 * Math.sin(angle), y + 100 * (1 - Math.cos(angle)));
      });
      pointer?.('move', x, y);
      pointer?.('up', x, y);
      await nextFrame();
      deselect?.();
      return frameCount;
    },
    async wander(milliseconds) {
      let frame = 0;
      await drawFrames(Infinity, milliseconds, () => look(getWanderPosition((frame += 1))));
      return frame;
    },
  };
  look(VIEWS.all);
}
