import type { AppInfo } from '#contract/bridge.ts';
import type { Keychain } from '#platform/keychain.ts';
import type { HostPorts } from './ports.ts';

export interface HostOptions {
  /** Contains all data of this run. */
  dataFolder: string;
  shell: AppInfo['shell'];
  version: string;
  serviceModule: string;
  /** Fills an empty workspace with the sample team: always, never, or only if this folder was never used. */
  sample: boolean | 'first-start';
  ports: HostPorts;
  /** Receives lines for developers; they contain no secrets. */
  log?: (line: string) => void;
  /** Defaults to the system's keychain; tests pass their own. */
  keychain?: Keychain;
}
