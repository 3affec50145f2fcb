/**
 * Carries the bridge over a WebSocket: `{id, call, input}` → `{id, ok, output}` or `{id, fault}`; events `{event,
 * payload}`.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

import { Fault, toFault } from '../host/fault.ts';
import type { Host } from '../host/host.ts';

export const BRIDGE_PATH = '/bridge';
const MAX_PAYLOAD = 16 * 1024 * 1024;
const PING_MS = 30_000;
/** A window that stops reading is disconnected before it fills the memory; it reconnects and reads everything again. */
const MAX_BACKLOG = 64 * 1024 * 1024;

export interface Sockets {
  close(): void;
}

interface Call {
  id: number | string;
  call: string;
  input: unknown;
}

function readCall(data: RawData): Call | null {
  try {
    const value: unknown = JSON.parse(data.toString());
    if (typeof value !== 'object' || value === null) return null;
    const { id, call, input } = value as Record<string, unknown>;
    if ((typeof id !== 'number' && typeof id !== 'string') || typeof call !== 'string') return null;
    return { id, call, input };
  } catch {
    return null;
  }
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function serveBridge(socket: WebSocket, host: Pick<Host, 'dispatch' | 'onEvent'>, windowId: string): void {
  const send = (message: unknown): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_BACKLOG) return socket.terminate();
    socket.send(JSON.stringify(message));
  };
  socket.on(
    'close',
    host.onEvent((event, payload, except) => except !== windowId && send({ event, payload })),
  );
  socket.on('error', () => socket.terminate());
  socket.on('message', (data, isBinary) => {
    const call = isBinary ? null : readCall(data);
    if (!call) return send({ id: null, fault: toFault(new Fault('bad_input', 'This is not a call.')) });
    host.dispatch(call.call, call.input, { shell: 'web', windowId }).then(
      (output) => send({ id: call.id, ok: true, output }),
      (error: unknown) => send({ id: call.id, fault: toFault(error) }),
    );
  });
}

/** `getRefusalStatus` returns the HTTP status with which to refuse an upgrade, or null to accept it. */
export function attachSockets(
  server: Server,
  host: Pick<Host, 'dispatch' | 'onEvent'>,
  getRefusalStatus: (request: IncomingMessage) => number | null,
): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  const responsive = new WeakSet<WebSocket>();
  let windowCount = 0;
  server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0];
    const status = path === BRIDGE_PATH ? getRefusalStatus(request) : 404;
    if (status !== null) return refuseUpgrade(socket, status);
    sockets.handleUpgrade(request, socket, head, (connection) => {
      responsive.add(connection);
      connection.on('pong', () => responsive.add(connection));
      serveBridge(connection, host, `web-${++windowCount}`);
    });
  });
  const pingTimer = setInterval(() => {
    for (const connection of sockets.clients) {
      if (!responsive.delete(connection)) connection.terminate();
      else connection.ping();
    }
  }, PING_MS);
  pingTimer.unref();
  return {
    close: () => {
      clearInterval(pingTimer);
      for (const connection of sockets.clients) connection.terminate();
      sockets.close();
    },
  };
}
