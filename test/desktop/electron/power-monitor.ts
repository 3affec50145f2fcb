import { EventEmitter } from 'node:events';

import { createPreventable } from './event.ts';

class PowerMonitor extends EventEmitter implements Pick<Electron.PowerMonitor, 'isOnBatteryPower'> {
  isOnBatteryPower(): boolean {
    return false;
  }
}

export const powerMonitor = new PowerMonitor();

export const powerControls = {
  /** Announces a shutdown as macOS and Linux do; returns whether the app asked to wait. */
  shutDown: (): boolean => {
    const event = createPreventable();
    powerMonitor.emit('shutdown', event);
    return event.defaultPrevented;
  },
};
