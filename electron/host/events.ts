import type { BridgeEvent, BridgeEventName } from '#contract/bridge.ts';

export type EventListener = (name: BridgeEventName, payload: unknown) => void;

/** Tells every listener; one that throws does not keep the others from hearing it. */
export class EventBus {
  readonly #listeners = new Set<EventListener>();

  on(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit<N extends BridgeEventName>(name: N, payload: BridgeEvent<N>): void {
    for (const listener of this.#listeners) {
      try {
        listener(name, payload);
      } catch {
        // A window that is gone is no reason to stop.
      }
    }
  }
}

export type Emit = EventBus['emit'];
