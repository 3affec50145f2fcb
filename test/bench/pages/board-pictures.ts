/**
 * Five hundred different pictures of 1280 x 720, their places, compositions made of them, and the movements of every
 * peer's view.
 */
export const COUNT = 500;
export const TEXTS = 300;
const COLUMNS = 25;

export interface At {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const placeOf = (index: number): { x: number; y: number } => ({
  x: (index % COLUMNS) * 1360,
  y: Math.floor(index / COLUMNS) * 800,
});

/** Is part of a composition, in board coordinates; `picture` counts the pictures. */
export type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number } & (
  | { readonly kind: 'picture'; readonly picture: number }
  | { readonly kind: 'text'; readonly words: string; readonly size: number }
  | { readonly kind: 'box' }
);

const COMPOSITIONS = 40;
const IN_A_ROW = 14;

/** Returns whether the page shows compositions in place of the pictures. */
export const hasCompositions = (): boolean => new URLSearchParams(location.search).has('compositions');

/** Returns forty compositions of twelve parts: six pictures, two boxes and four texts, the lowest first. */
export function compositions(): { readonly x: number; readonly y: number; readonly parts: readonly Part[] }[] {
  return Array.from({ length: COMPOSITIONS }, (_, at) => {
    const { x, y } = { x: 8000 + (at % IN_A_ROW) * 1360, y: 4000 + Math.floor(at / IN_A_ROW) * 800 };
    const pictures = [0, 1, 2, 3, 4].map((index): Part => {
      const picture = at * 6 + index + 1;
      return { kind: 'picture', picture, x: x + 40 + index * 240, y: y + 60 + index * 40, width: 320, height: 180 };
    });
    const boxes = [0, 1].map((index): Part => {
      return { kind: 'box', x: x + 100 + index * 600, y: y + 420, width: 400, height: 160 };
    });
    const texts = [0, 1, 2, 3].map((index): Part => {
      const place = {
        x: x + 60 + (index % 2) * 600,
        y: y + 400 + Math.floor(index / 2) * 140,
        width: 520,
        height: 136,
      };
      return { kind: 'text', words: `Night ${at}.${index}`, size: 120, ...place };
    });
    const background: Part = { kind: 'picture', picture: at * 6, x, y, width: 1280, height: 720 };
    return { x, y, parts: [background, ...pictures, ...boxes, ...texts] };
  });
}

async function picture(index: number): Promise<Blob> {
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
  const made: Blob[] = [];
  for (let index = 0; index < COUNT; index += 1) made.push(await picture(index));
  return made;
}

export const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')));
    reader.readAsDataURL(blob);
  });

/** Some peers have a minimum zoom: they show the same with a smaller board and a greater zoom. */
export const SMALL = 0.1;

export const VIEWS = {
  /** Everything is visible. */
  all: { x: -4300, y: -4000, zoom: 0.03 },
  /** Some forty pictures are visible. */
  near: { x: 8000, y: 4000, zoom: 0.14 },
} as const satisfies Record<string, At>;
export type Where = keyof typeof VIEWS;

/** Moves in a circle that keeps everything visible, or across the board and back. */
function step(where: Where, share: number): At {
  const { x, y, zoom } = VIEWS[where];
  if (where === 'near') return { x: x + (1200 / zoom) * (share < 0.5 ? 2 * share : 2 - 2 * share), y, zoom };
  const angle = share * 2 * Math.PI;
  return { x: x + (110 / zoom) * Math.sin(angle), y: y + (110 / zoom) * (1 - Math.cos(angle)), zoom };
}

export interface Peer {
  readonly look: (at: At) => void;
  readonly drawn: () => boolean;
  /** Used to drag an item: presses, moves and releases, in pixels of the window. */
  readonly adjust?: (share: number) => void;
  readonly pointer?: (what: 'down' | 'move' | 'up', x: number, y: number) => void;
}

declare global {
  interface Window {
    board: {
      ready(): boolean;
      look(where: Where): void;
      /** Returns the number of drawn frames: `frames`, or fewer if they take longer than `most` milliseconds. */
      pan(where: Where, frames: number, most: number): Promise<number>;
      drag(frames: number, most: number): Promise<number>;
      /** Changes the brightness of a picture of the board with each frame, where the peer can. */
      filter(frames: number, most: number): Promise<number>;
      wander(milliseconds: number): Promise<number>;
    };
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

async function drive(frames: number, most: number, draw: (share: number) => void): Promise<number> {
  const start = performance.now();
  let frame = 0;
  for (; frame < frames && performance.now() - start < most; frame += 1) {
    await nextFrame();
    draw(frame / frames);
  }
  return frame;
}

/** Returns the middle of the dragged picture, in pixels of the window. */
function grip(): { x: number; y: number } {
  const { x, y } = placeOf(260);
  const { all } = VIEWS;
  return { x: (x + 640 - all.x) * all.zoom, y: (y + 360 - all.y) * all.zoom };
}

/** Spends nine tenths of the time at working size, the rest far away or close up. */
function stroll(frame: number): At {
  const zoom = frame % 1000 < 900 ? 0.14 : frame % 1000 < 950 ? 0.03 : 0.8;
  const [across, down] = [(frame * 11) % 56_000, (frame * 5) % 28_000];
  return { x: across < 28_000 ? across : 56_000 - across, y: (down < 14_000 ? down : 28_000 - down) * 0.9, zoom };
}

export function offer({ look, drawn, adjust, pointer }: Peer): void {
  window.board = {
    ready: drawn,
    look(where) {
      look(VIEWS[where]);
    },
    pan: (where, frames, most) => drive(frames, most, (share) => look(step(where, share))),
    filter: (frames, most) => drive(frames, most, (share) => adjust?.(share)),
    async drag(frames, most) {
      const { x, y } = grip();
      pointer?.('down', x, y);
      const done = await drive(frames, most, (share) => {
        const angle = share * 2 * Math.PI;
        pointer?.('move', x + 150 * Math.sin(angle), y + 100 * (1 - Math.cos(angle)));
      });
      pointer?.('move', x, y);
      pointer?.('up', x, y);
      return done;
    },
    async wander(milliseconds) {
      let frame = 0;
      await drive(Infinity, milliseconds, () => look(stroll((frame += 1))));
      return frame;
    },
  };
  look(VIEWS.all);
}
