/** Speaks the DevTools protocol over the two pipes of a browser that was started with --remote-debugging-pipe. */
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import type { CDPSession } from '@playwright/test';

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface PendingCommand {
  readonly session: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const BROWSER = '';
const SEPARATOR = '\0';

/** The commands and events of one target, typed like Playwright's sessions. */
export class Session {
  readonly id: string;
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
  readonly once: CDPSession['once'];
  /** Resolves when the target is closed. */
  readonly closed: Promise<void>;
  readonly emitter = new EventEmitter();

  constructor(id: string, send: (method: string, params: unknown, session: string) => Promise<unknown>) {
    this.id = id;
    this.send = ((method: string, params?: unknown) => send(method, params, id)) as CDPSession['send'];
    this.on = this.emitter.on.bind(this.emitter) as unknown as CDPSession['on'];
    this.once = this.emitter.once.bind(this.emitter) as unknown as CDPSession['once'];
    this.closed = new Promise((resolve) => this.emitter.once('closed', resolve));
  }
}

export class Connection {
  readonly browser: Session;
  readonly #input: Writable;
  readonly #sessions = new Map<string, Session>();
  readonly #pendingCommands = new Map<number, PendingCommand>();
  #lastId = 0;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    this.browser = this.session(BROWSER);
    let partialMessage = '';
    output.setEncoding('utf8');
    output.on('data', (chunk: string) => {
      const messages = (partialMessage + chunk).split(SEPARATOR);
      partialMessage = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message) as Message);
    });
    output.once('close', () => {
      for (const id of [...this.#sessions.keys()]) this.#endSession(id);
    });
    // The browser may end while a command is on its way.
    input.on('error', () => undefined);
    this.browser.on('Target.detachedFromTarget', ({ sessionId }) => this.#endSession(sessionId));
  }

  session(id: string): Session {
    const session =
      this.#sessions.get(id) ?? new Session(id, (method, params, sessionId) => this.#send(method, params, sessionId));
    this.#sessions.set(id, session);
    return session;
  }

  #send(method: string, params: unknown, session: string): Promise<unknown> {
    if (!this.#sessions.has(session)) return Promise.reject(new Error(`${method}: the target is closed.`));
    const id = ++this.#lastId;
    const target = session === BROWSER ? {} : { sessionId: session };
    this.#input.write(JSON.stringify({ id, method, params: params ?? {}, ...target }) + SEPARATOR);
    return new Promise((resolve, reject) => {
      this.#pendingCommands.set(id, {
        session,
        resolve,
        reject: (error) => reject(new Error(`${method}: ${error.message}`)),
      });
    });
  }

  #receive({ id, sessionId = BROWSER, method, params, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId)?.emitter.emit(method, params);
      return;
    }
    const pendingCommand = this.#pendingCommands.get(id);
    this.#pendingCommands.delete(id);
    if (error) pendingCommand?.reject(new Error(error.message));
    else pendingCommand?.resolve(result);
  }

  #endSession(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    for (const [command, pendingCommand] of this.#pendingCommands) {
      if (pendingCommand.session !== id) continue;
      this.#pendingCommands.delete(command);
      pendingCommand.reject(new Error('the target is closed.'));
    }
    session?.emitter.emit('closed');
  }
}
