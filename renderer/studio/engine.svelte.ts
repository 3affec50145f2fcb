import type { ServiceState } from '#contract/bridge.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { ConnectionState } from '../bridge/transport.ts';

/** Whether the studio's engine answers this window, and how the local service behind it is doing. */
export class Engine {
  readonly #bridge: Bridge;
  #connection = $state.raw<ConnectionState>('connecting');
  #service = $state.raw<ServiceState | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#connection = bridge.state;
    bridge.onState((state) => {
      this.#connection = state;
    });
    bridge.subscribe('service.changed', (state) => this.take(state));
  }

  take(state: ServiceState): void {
    this.#service = state;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** Null until the host has answered. */
  get service(): ServiceState | null {
    return this.#service;
  }

  async restart(): Promise<void> {
    this.take(await this.#bridge.invoke('service.restart', {}));
  }

  /** Puts the local studio's data aside and starts an empty or a sample one. */
  async startOver(sample: boolean): Promise<void> {
    this.take(await this.#bridge.invoke('service.startOver', { sample }));
  }
}
