/** Five hundred different pictures of 1280 x 720, and where they lie. */
export const COUNT = 500;
export const TEXTS = 300;
const COLUMNS = 25;

export const placeOf = (index: number): { x: number; y: number } => ({
  x: (index % COLUMNS) * 1360,
  y: Math.floor(index / COLUMNS) * 800,
});

export async function picture(index: number): Promise<Blob> {
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

/** Everything in sight. */
export const ALL = { x: -400, y: -400, zoom: 0.036 };
/** Some forty pictures in sight. */
export const NEAR = { x: 8000, y: 4000, zoom: 0.14 };
const STEP = 4;

export interface Peer {
  readonly look: (at: { x: number; y: number; zoom: number }) => void;
  readonly drawn: () => boolean;
}

declare global {
  interface Window {
    pan: (frames: number, near: boolean) => Promise<void>;
    ready: () => boolean;
  }
}

/** Moves the view by a little each frame, there and back again. */
export function offer(peer: Peer): void {
  window.ready = () => peer.drawn();
  window.pan = (frames, near) =>
    new Promise((resolve) => {
      const start = near ? NEAR : ALL;
      let frame = 0;
      const next = (): void => {
        if (frame >= frames) return resolve();
        const away = frame < frames / 2 ? frame : frames - frame;
        peer.look({ ...start, x: start.x + (away * STEP) / start.zoom });
        frame += 1;
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    });
  peer.look(ALL);
}
