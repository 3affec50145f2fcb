import type { BridgeFault } from '#contract/bridge-fault.ts';
import { toFault } from '../host/fault.ts';
import type { Host } from '../host/host.ts';
import type { FrameApi, InvokeEvent, IpcApi } from './electron-api.ts';
import { APP_ORIGIN } from './protocol.ts';

const INVOKE_CHANNEL = 'cutaway:invoke';
export const EVENT_CHANNEL = 'cutaway:event';

/**
 * Carries faults as values, because Electron flattens thrown errors to strings. The preload rejects with the fault
 * unchanged.
 */
type InvokeReply = { ok: true; value: unknown } | { ok: false; fault: BridgeFault };

/** Returns whether a frame is the top frame of one of the app's own pages. A missing frame is refused. */
function isAppFrame(frame: FrameApi | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN;
}

/**
 * Handles every call from a page: refuses senders other than the app's own page, then lets the host check and run it.
 */
function createInvokeHandler(
  host: Pick<Host, 'dispatch'>,
): (event: InvokeEvent, name: unknown, input: unknown) => Promise<InvokeReply> {
  return async (event, name, input) => {
    if (!isAppFrame(event.senderFrame)) {
      return { ok: false, fault: { fault: 'bad_input', message: 'Only Cutaway itself can call this.' } };
    }
    if (typeof name !== 'string') {
      return { ok: false, fault: { fault: 'unknown_call', message: 'A call has a name.' } };
    }
    try {
      const value = await host.dispatch(name, input, { shell: 'desktop', windowId: String(event.sender.id) });
      return { ok: true, value };
    } catch (error) {
      return { ok: false, fault: toFault(error) };
    }
  };
}

export function registerIpc(ipcMain: IpcApi, host: Pick<Host, 'dispatch'>): void {
  const handle = createInvokeHandler(host);
  ipcMain.handle(INVOKE_CHANNEL, (event, name, input) => handle(event, name, input));
}
