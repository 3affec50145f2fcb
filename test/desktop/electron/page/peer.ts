/**
 * Carries values between the page's own world and the preload's, by JSON in events of the window, which both share.
 * This is stricter than Electron, which clones: only plain data, functions, promises and errors pass.
 */
type Wire =
  | { json: string | number | boolean | null }
  | { nothing: true }
  | { list: Wire[] }
  | { fields: [string, Wire][] }
  | { function: number }
  | { promise: number }
  | { error: { name: string; message: string } };

type Message =
  | { kind: 'expose'; key: string; value: Wire }
  | { kind: 'call'; id: number; args: Wire[] }
  | { kind: 'answer'; returned: Wire }
  | { kind: 'failure'; thrown: Wire }
  | { kind: 'settled'; id: number; value: Wire; rejected: boolean };

type Callable = (...args: unknown[]) => unknown;

interface Promised {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Peer {
  readonly #window: Window;
  readonly #sendAs: string;
  readonly #own: Callable[] = [];
  readonly #promised = new Map<string, Promised>();
  readonly #expose: (key: string, value: unknown) => void;
  /** A world could not listen when these were sent. */
  readonly exposed: string[] = [];
  #pledges = 0;
  #reply: Extract<Message, { kind: 'answer' | 'failure' }> | undefined;

  constructor(
    window: Window,
    { receive, send }: { receive: string; send: string },
    expose: (key: string, value: unknown) => void = () => undefined,
  ) {
    this.#window = window;
    this.#sendAs = send;
    this.#expose = expose;
    window.addEventListener(receive, (event) => this.receive((event as CustomEvent<string>).detail));
  }

  expose(key: string, value: unknown): void {
    const message: Message = { kind: 'expose', key, value: this.#wire(value) };
    this.exposed.push(JSON.stringify(message));
    this.#send(message);
  }

  #send(message: Message): void {
    this.#window.dispatchEvent(new CustomEvent(this.#sendAs, { detail: JSON.stringify(message) }));
  }

  receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.kind === 'expose') this.#expose(message.key, this.#value(message.value));
    else if (message.kind === 'call') this.#call(message.id, message.args);
    else if (message.kind === 'settled') {
      const promised = this.#promised.get(String(message.id));
      this.#promised.delete(String(message.id));
      promised?.[message.rejected ? 'reject' : 'resolve'](this.#value(message.value));
    } else this.#reply = message;
  }

  #call(id: number, args: Wire[]): void {
    try {
      const returned = this.#own[id]?.(...args.map((arg) => this.#value(arg)));
      this.#send({ kind: 'answer', returned: this.#wire(returned) });
    } catch (error) {
      this.#send({ kind: 'failure', thrown: this.#wire(error) });
    }
  }

  #wire(value: unknown): Wire {
    if (value === undefined) return { nothing: true };
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      return { json: value as string | number | boolean | null };
    }
    if (typeof value === 'function') return { function: this.#own.push(value as Callable) - 1 };
    if (value instanceof Promise) return { promise: this.#pledge(value) };
    if (value instanceof Error) return { error: { name: value.name, message: value.message } };
    if (Array.isArray(value)) return { list: value.map((one) => this.#wire(one)) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new TypeError('An object could not be cloned.');
    return { fields: Object.entries(value as object).map(([key, one]) => [key, this.#wire(one)]) };
  }

  #pledge(promise: Promise<unknown>): number {
    const id = this.#pledges++;
    const settle = (rejected: boolean) => (value: unknown) =>
      this.#send({ kind: 'settled', id, value: this.#wire(value), rejected });
    promise.then(settle(false), settle(true));
    return id;
  }

  #value(wire: Wire): unknown {
    if ('json' in wire) return wire.json;
    if ('nothing' in wire) return undefined;
    if ('list' in wire) return wire.list.map((one) => this.#value(one));
    if ('fields' in wire) return Object.fromEntries(wire.fields.map(([key, one]) => [key, this.#value(one)]));
    if ('error' in wire) return Object.assign(new Error(wire.error.message), { name: wire.error.name });
    if ('function' in wire) return this.#proxy(wire.function);
    return new Promise((resolve, reject) => this.#promised.set(String(wire.promise), { resolve, reject }));
  }

  /** Events are dispatched at once, so the reply is there when `#send` returns. */
  #proxy(id: number): Callable {
    return (...args) => {
      this.#send({ kind: 'call', id, args: args.map((arg) => this.#wire(arg)) });
      const reply = this.#reply;
      this.#reply = undefined;
      if (reply === undefined) throw new Error('The other world is gone.');
      if (reply.kind === 'failure') throw this.#value(reply.thrown);
      return this.#value(reply.returned);
    };
  }
}

export const channels = (secret: string) => ({
  mainWorld: { receive: `${secret}-to-main`, send: `${secret}-to-isolated` },
  isolatedWorld: { receive: `${secret}-to-isolated`, send: `${secret}-to-main` },
});
