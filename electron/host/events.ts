import type { BridgeEvent, BridgeEventName } from '#contract/bridge.ts';

/** `except` is the window that caused the event and needs no notice, or null. */
export type EventListener = (name: BridgeEventName, payload: unknown, except: string | null) => void;

/** Emits events to every listener, even if one of them throws. */
export class EventBus {
  readonly #listeners = new Set<EventListener>();

  on(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit<N extends BridgeEventName>(name: N, payload: BridgeEvent<N>, except: string | null = null): void {
    for (const listener of this.#listeners) {
      try {
        listener(name, payload, except);
      } catch {
        // A closed window must not stop the others from receiving the event.
      }
    }
  }
}

export type Emit = EventBus['emit'];
