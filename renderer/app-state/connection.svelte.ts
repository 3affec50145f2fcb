import type { ServiceState } from '#contract/bridge.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { ConnectionState } from '../bridge/transport.ts';

/** The connection to the host, and the state of the local service behind it. */
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
    bridge.subscribe('service.changed', (state) => this.setService(state));
  }

  setService(state: ServiceState): void {
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
    this.setService(await this.#bridge.invoke('service.restart', {}));
  }

  /** Moves the local workspace's data away and starts an empty or a sample one. */
  async resetWorkspace(sample: boolean): Promise<void> {
    this.setService(await this.#bridge.invoke('workspace.reset', { sample }));
  }
}
