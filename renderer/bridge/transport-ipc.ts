import type { BridgeEventName, CallName } from '#contract/bridge.ts';

import { toBridgeError, type ConnectionState, type Transport } from './transport.ts';

/** The API that the desktop shell's preload script puts on the window. */
export interface CutawayWindow {
  readonly shell: 'desktop';
  readonly platform: string;
  invoke(name: string, input: unknown): Promise<unknown>;
  subscribe(name: string, listener: (payload: unknown) => void): () => void;
}

/** Uses Electron IPC: the main process and the window live and end together, so the connection is always there. */
export class IpcTransport implements Transport {
  readonly state: ConnectionState = 'connected';
  readonly #window: CutawayWindow;

  constructor(window: CutawayWindow) {
    this.#window = window;
  }

  async invoke(name: CallName, input: unknown): Promise<unknown> {
    try {
      return await this.#window.invoke(name, input);
    } catch (error) {
      throw toBridgeError(error);
    }
  }

  subscribe(name: BridgeEventName, listener: (payload: unknown) => void): () => void {
    return this.#window.subscribe(name, listener);
  }

  onState(): () => void {
    return () => undefined;
  }

  retryNow(): void {
    // An IPC connection is never lost.
  }
}
