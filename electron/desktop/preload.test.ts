import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

interface Bridge {
  shell: string;
  platform: string;
  invoke(name: unknown, input?: unknown): Promise<unknown>;
  subscribe(name: unknown, listener: unknown): () => void;
}

/** Runs the compiled preload as Electron does: as a CommonJS function whose `require` only knows Electron. */
async function runPreload() {
  const source = await readFile(join(import.meta.dirname, 'preload.cts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const exposedApi: Record<string, unknown> = {};
  const channels: Record<string, (event: unknown, ...args: unknown[]) => void> = {};
  const invocations: unknown[][] = [];
  const requiredModules: string[] = [];
  const answer = { reply: { ok: true, value: 'answered' } as unknown };
  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, api: unknown) => void (exposedApi[key] = api) },
    ipcRenderer: {
      on: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) =>
        void (channels[channel] = listener),
      invoke: (...message: unknown[]) => {
        invocations.push(message);
        return Promise.resolve(answer.reply);
      },
    },
  };
  const require = (id: string): unknown => {
    requiredModules.push(id);
    if (id !== 'electron') throw new Error(`module not found: ${id}`);
    return electron;
  };
  runInNewContext(outputText, {
    require,
    exports: {},
    module: { exports: {} },
    process: { platform: 'linux' },
    TypeError,
  });
  const emit = (...message: unknown[]): void => channels['cutaway:event']!({ sender: 'secret' }, ...message);
  return {
    exposed: exposedApi,
    bridge: exposedApi['cutaway'] as Bridge,
    channels,
    invocations,
    requiredModules,
    answer,
    emit,
  };
}

describe('preload', () => {
  it('exposes only the bridge to the page', async () => {
    const { exposed, bridge, channels, requiredModules } = await runPreload();
    expect(Object.keys(exposed)).toEqual(['cutaway']);
    expect(Object.keys(bridge).sort()).toEqual(['invoke', 'platform', 'shell', 'subscribe']);
    expect([bridge.shell, bridge.platform]).toEqual(['desktop', 'linux']);
    expect(Object.keys(channels)).toEqual(['cutaway:event']);
    expect(requiredModules).toEqual(['electron']);
  });

  it('passes name and input on one channel and unwraps the value', async () => {
    const { bridge, invocations } = await runPreload();
    expect(await bridge.invoke('app.info', { a: 1 })).toBe('answered');
    expect(invocations).toEqual([['cutaway:invoke', 'app.info', { a: 1 }]]);
  });

  it('rejects with the fault unchanged', async () => {
    const { bridge, answer } = await runPreload();
    const fault = { fault: 'bad_input', message: 'No such operation.' };
    answer.reply = { ok: false, fault };
    await expect(bridge.invoke('api.call', {})).rejects.toEqual(fault);
  });

  it.each([[undefined], [''], [1], [{}], [['app.info']]])('sends nothing under the name %j', async (name) => {
    const { bridge, invocations } = await runPreload();
    await expect(bridge.invoke(name)).rejects.toMatchObject({ name: 'TypeError' });
    expect(() => bridge.subscribe(name, () => undefined)).toThrow(/has a name/);
    expect(invocations).toEqual([]);
  });

  it('refuses to subscribe anything but a function', async () => {
    const { bridge } = await runPreload();
    expect(() => bridge.subscribe('runs.changed', 'alert(1)')).toThrow(/function/);
  });

  it('gives a listener the payload and never the IPC event', async () => {
    const { bridge, emit } = await runPreload();
    const listener = vi.fn();
    bridge.subscribe('runs.changed', listener);
    emit('runs.changed', { id: '1' }, 'more');
    emit('runs.removed', { id: '1' });
    emit(5, {});
    expect(listener.mock.calls).toEqual([[{ id: '1' }]]);
  });

  it('stops calling after unsubscribing, each subscription for itself', async () => {
    const { bridge, emit } = await runPreload();
    const listener = vi.fn();
    const unsubscribe = bridge.subscribe('menu.command', listener);
    bridge.subscribe('menu.command', listener);
    unsubscribe();
    emit('menu.command', { command: 'edit.find' });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('keeps the route of a link for a page that does not listen yet, once', async () => {
    const { bridge, emit } = await runPreload();
    emit('route.open', { route: '/ideas' });
    emit('route.open', { route: '/scripts/14' });
    const first = vi.fn();
    const second = vi.fn();
    bridge.subscribe('route.open', first);
    bridge.subscribe('route.open', second);
    expect(first.mock.calls).toEqual([[{ route: '/scripts/14' }]]);
    expect(second).not.toHaveBeenCalled();
  });
});
