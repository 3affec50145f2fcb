/**
 * Passes values between the page's main world and the preload's isolated world, as JSON in events of the window.
 * This is stricter than Electron, which clones: only plain data, functions, promises and errors pass.
 */
type SerializedValue =
  | { json: string | number | boolean | null }
  | { undefined: true }
  | { list: SerializedValue[] }
  | { fields: [string, SerializedValue][] }
  | { function: number }
  | { promise: number }
  | { error: { name: string; message: string } };

type Message =
  | { kind: 'expose'; key: string; value: SerializedValue }
  | { kind: 'call'; id: number; args: SerializedValue[] }
  | { kind: 'answer'; returned: SerializedValue }
  | { kind: 'failure'; thrown: SerializedValue }
  | { kind: 'settled'; id: number; value: SerializedValue; rejected: boolean };

type Callable = (...args: unknown[]) => unknown;

interface PendingPromise {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Peer {
  readonly #window: Window;
  readonly #eventName: string;
  readonly #functions: Callable[] = [];
  readonly #pendingPromises = new Map<string, PendingPromise>();
  readonly #expose: (key: string, value: unknown) => void;
  /** Messages for a world that is not listening yet. */
  readonly exposeMessages: string[] = [];
  #promiseCount = 0;
  #reply: Extract<Message, { kind: 'answer' | 'failure' }> | undefined;

  constructor(
    window: Window,
    { receive, send }: { receive: string; send: string },
    expose: (key: string, value: unknown) => void = () => undefined,
  ) {
    this.#window = window;
    this.#eventName = send;
    this.#expose = expose;
    window.addEventListener(receive, (event) => this.receive((event as CustomEvent<string>).detail));
  }

  expose(key: string, value: unknown): void {
    const message: Message = { kind: 'expose', key, value: this.#serialize(value) };
    this.exposeMessages.push(JSON.stringify(message));
    this.#send(message);
  }

  #send(message: Message): void {
    this.#window.dispatchEvent(new CustomEvent(this.#eventName, { detail: JSON.stringify(message) }));
  }

  receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.kind === 'expose') this.#expose(message.key, this.#deserialize(message.value));
    else if (message.kind === 'call') this.#call(message.id, message.args);
    else if (message.kind === 'settled') {
      const pendingPromise = this.#pendingPromises.get(String(message.id));
      this.#pendingPromises.delete(String(message.id));
      pendingPromise?.[message.rejected ? 'reject' : 'resolve'](this.#deserialize(message.value));
    } else this.#reply = message;
  }

  #call(id: number, args: SerializedValue[]): void {
    try {
      const returned = this.#functions[id]?.(...args.map((arg) => this.#deserialize(arg)));
      this.#send({ kind: 'answer', returned: this.#serialize(returned) });
    } catch (error) {
      this.#send({ kind: 'failure', thrown: this.#serialize(error) });
    }
  }

  #serialize(value: unknown): SerializedValue {
    if (value === undefined) return { undefined: true };
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      return { json: value as string | number | boolean | null };
    }
    if (typeof value === 'function') return { function: this.#functions.push(value as Callable) - 1 };
    if (value instanceof Promise) return { promise: this.#sendPromise(value) };
    if (value instanceof Error) return { error: { name: value.name, message: value.message } };
    if (Array.isArray(value)) return { list: value.map((item) => this.#serialize(item)) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new TypeError('An object could not be cloned.');
    return { fields: Object.entries(value as object).map(([key, item]) => [key, this.#serialize(item)]) };
  }

  #sendPromise(promise: Promise<unknown>): number {
    const id = this.#promiseCount++;
    const settle = (isRejected: boolean) => (value: unknown) =>
      this.#send({ kind: 'settled', id, value: this.#serialize(value), rejected: isRejected });
    promise.then(settle(false), settle(true));
    return id;
  }

  #deserialize(serialized: SerializedValue): unknown {
    if ('json' in serialized) return serialized.json;
    if ('undefined' in serialized) return undefined;
    if ('list' in serialized) return serialized.list.map((item) => this.#deserialize(item));
    if ('fields' in serialized)
      return Object.fromEntries(serialized.fields.map(([key, item]) => [key, this.#deserialize(item)]));
    if ('error' in serialized)
      return Object.assign(new Error(serialized.error.message), { name: serialized.error.name });
    if ('function' in serialized) return this.#createProxy(serialized.function);
    return new Promise((resolve, reject) => this.#pendingPromises.set(String(serialized.promise), { resolve, reject }));
  }

  /** Events are dispatched synchronously, so the reply has arrived when `#send` returns. */
  #createProxy(id: number): Callable {
    return (...args) => {
      this.#send({ kind: 'call', id, args: args.map((arg) => this.#serialize(arg)) });
      const reply = this.#reply;
      this.#reply = undefined;
      if (reply === undefined) throw new Error('The other world did not reply.');
      if (reply.kind === 'failure') throw this.#deserialize(reply.thrown);
      return this.#deserialize(reply.returned);
    };
  }
}

export const createEventNames = (secret: string) => ({
  mainWorld: { receive: `${secret}-to-main`, send: `${secret}-to-isolated` },
  isolatedWorld: { receive: `${secret}-to-isolated`, send: `${secret}-to-main` },
});
