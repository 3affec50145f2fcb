import type { ServiceState } from '#contract/bridge.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { ConnectionState } from '../bridge/transport.ts';

/** Tracks the connection to the host, and the state of the local service behind it. */
export class HostConnection {
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

  /** Is null until the host has answered. */
  get service(): ServiceState | null {
    return this.#service;
  }

  async restart(): Promise<void> {
    this.take(await this.#bridge.invoke('service.restart', {}));
  }

  /** Moves the local workspace's data away and starts an empty or a sample one. */
  async resetWorkspace(sample: boolean): Promise<void> {
    this.take(await this.#bridge.invoke('workspace.reset', { sample }));
  }
}
