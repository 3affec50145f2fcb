import { EventEmitter } from 'node:events';

import { options } from './runtime.ts';
import { requireReady } from './readiness.ts';

function displays(): Electron.Display[] {
  let x = 0;
  return options.displays.map(({ width, height }, id) => {
    const bounds = { x, y: 0, width, height };
    x += width;
    return {
      id,
      bounds,
      workArea: bounds,
      size: bounds,
      workAreaSize: bounds,
      scaleFactor: 1,
    } as unknown as Electron.Display;
  });
}

class Screen extends EventEmitter implements Pick<Electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'> {
  getAllDisplays(): Electron.Display[] {
    requireReady('The screen module');
    return displays();
  }

  getPrimaryDisplay(): Electron.Display {
    const [first] = this.getAllDisplays();
    if (!first) throw new Error('There is no display.');
    return first;
  }
}

export const screen = new Screen();
