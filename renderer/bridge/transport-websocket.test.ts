import { describe, expect, it } from 'vitest';

import { WebSocketTransport, type SocketLike } from './transport-websocket.ts';
import type { BridgeError } from './transport.ts';

class FakeSocket implements SocketLike {
  readonly sentCalls: { id: number; call: string; input: unknown }[] = [];
  onopen: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;

  send(data: string): void {
    this.sentCalls.push(JSON.parse(data) as { id: number; call: string; input: unknown });
  }

  close(): void {
    this.onclose?.(new CloseEvent('close'));
  }

  accept(): void {
    this.onopen?.(new Event('open'));
  }

  deliver(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}

function setUp(connectTimeout = 2000, backoff = { first: 1, longest: 4 }) {
  const sockets: FakeSocket[] = [];
  const transport = new WebSocketTransport('ws://127.0.0.1/bridge', {
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    connectTimeout,
    backoff,
  });
  return { transport, sockets };
}

const getRejection = (work: Promise<unknown>): Promise<BridgeError> =>
  work.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: BridgeError) => error,
  );

describe('WebSocketTransport', () => {
  it('sends queued calls once connected, and matches answers to calls', async () => {
    const { transport, sockets } = setUp();
    const [one, two] = [transport.invoke('app.info', {}), transport.invoke('runs.list', {})];
    sockets[0]!.accept();
    expect(sockets[0]!.sentCalls.map(({ call }) => call)).toEqual(['app.info', 'runs.list']);
    const [first, second] = sockets[0]!.sentCalls;
    sockets[0]!.deliver({ id: second!.id, ok: true, output: { runs: [] } });
    sockets[0]!.deliver({ id: first!.id, ok: false, fault: { fault: 'bad_input', message: 'No.' } });
    expect(await two).toEqual({ runs: [] });
    expect(await getRejection(one)).toMatchObject({ fault: 'bad_input', message: 'No.' });
  });

  it('fails a call that never got a connection, and reports it as not sent', async () => {
    const { transport } = setUp(5);
    expect(await getRejection(transport.invoke('app.info', {}))).toMatchObject({ fault: 'unreachable', sent: 'no' });
  });

  it('never resends a call that was in flight when the connection broke', async () => {
    const { transport, sockets } = setUp();
    const states: string[] = [];
    transport.onState((state) => states.push(state));
    sockets[0]!.accept();
    const inFlight = transport.invoke('runs.list', {});
    sockets[0]!.close();
    expect(await getRejection(inFlight)).toMatchObject({ fault: 'unreachable', sent: 'unclear' });
    const queuedCall = transport.invoke('app.info', {});
    await expect.poll(() => sockets.length).toBe(2);
    sockets[1]!.accept();
    expect(sockets[1]!.sentCalls.map(({ call }) => call)).toEqual(['app.info']);
    sockets[1]!.deliver({ id: sockets[1]!.sentCalls[0]!.id, ok: true, output: 1 });
    expect(await queuedCall).toBe(1);
    expect(states).toEqual(['connected', 'lost', 'connected']);
  });

  it('reconnects at once on request, with one attempt at a time', () => {
    const { transport, sockets } = setUp(2000, { first: 60_000, longest: 60_000 });
    transport.retryNow();
    expect(sockets).toHaveLength(1);
    sockets[0]!.accept();
    transport.retryNow();
    expect(sockets).toHaveLength(1);
    sockets[0]!.close();
    transport.retryNow();
    transport.retryNow();
    expect(sockets).toHaveLength(2);
    sockets[1]!.accept();
    expect(transport.state).toBe('connected');
    transport.close();
  });

  it('delivers events across reconnects and ignores unreadable messages', async () => {
    const { transport, sockets } = setUp();
    const receivedEvents: unknown[] = [];
    const unsubscribe = transport.subscribe('menu.command', (payload) => receivedEvents.push(payload));
    sockets[0]!.accept();
    for (const noise of ['{', 'null', '[]', '{"id":99,"ok":true}']) sockets[0]!.deliver(noise);
    sockets[0]!.deliver({ event: 'menu.command', payload: { command: 'a' } });
    sockets[0]!.close();
    await expect.poll(() => sockets.length).toBe(2);
    sockets[1]!.accept();
    sockets[1]!.deliver({ event: 'menu.command', payload: { command: 'b' } });
    unsubscribe();
    sockets[1]!.deliver({ event: 'menu.command', payload: { command: 'c' } });
    expect(receivedEvents).toEqual([{ command: 'a' }, { command: 'b' }]);
  });
});
