import type { BridgeFault } from '#contract/bridge.ts';
import { faultOf } from '../host/fault.ts';
import type { Host } from '../host/host.ts';
import type { FramePiece, InvokeEvent, IpcPiece } from './pieces.ts';
import { STUDIO_ORIGIN } from './protocol.ts';

const INVOKE_CHANNEL = 'cutaway:invoke';
export const EVENT_CHANNEL = 'cutaway:event';

/** What crosses the channel, as Electron flattens thrown errors to a string. The preload turns a fault into a rejection with the fault as it is. */
type InvokeReply = { ok: true; value: unknown } | { ok: false; fault: BridgeFault };

/** Whether a frame is the top frame of one of the studio's own pages. A frame that is gone is nobody. */
function isStudioFrame(frame: FramePiece | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === STUDIO_ORIGIN;
}

/** The one way in: refuses every sender but the studio's own page, then lets the host check and do it. */
function handleInvoke(
  host: Pick<Host, 'dispatch'>,
): (event: InvokeEvent, name: unknown, input: unknown) => Promise<InvokeReply> {
  return async (event, name, input) => {
    if (!isStudioFrame(event.senderFrame)) {
      return { ok: false, fault: { fault: 'bad_input', message: 'Only the studio itself may call.' } };
    }
    if (typeof name !== 'string') {
      return { ok: false, fault: { fault: 'unknown_call', message: 'A call has a name.' } };
    }
    try {
      const value = await host.dispatch(name, input, { shell: 'desktop', windowId: String(event.sender.id) });
      return { ok: true, value };
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  };
}

export function registerIpc(ipcMain: IpcPiece, host: Pick<Host, 'dispatch'>): void {
  const handle = handleInvoke(host);
  ipcMain.handle(INVOKE_CHANNEL, (event, name, input) => handle(event, name, input));
}
