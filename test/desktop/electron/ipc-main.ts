import { EventEmitter } from 'node:events';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter implements Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (...args) => {
      this.removeHandler(channel);
      return handler(...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Answers `ipcRenderer.invoke`. Rejects with Electron's prefix before the error's message. */
  async invoke(channel: string, event: Electron.IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    const prefix = `Error invoking remote method '${channel}'`;
    if (!handler) throw new Error(`${prefix}: Error: No handler registered for '${channel}'`);
    try {
      return await handler(event, ...args);
    } catch (error) {
      throw new Error(`${prefix}: ${String(error)}`, { cause: error });
    }
  }
}

export const ipcMain = new IpcMain();
