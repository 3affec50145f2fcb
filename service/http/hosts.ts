import { isLoopback } from '#contract/loopback.ts';

/**
 * Lists the Host headers that a service on a loopback address accepts, so that a page that rebinds a name to it is
 * refused.
 */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns the host names accepted when listening on `host`; null accepts all (DNS decides who reaches the address). */
export function listAcceptedHosts(host: string): readonly string[] | null {
  return isLoopback(host) ? [...LOOPBACK, host] : null;
}

export function getHostName(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}
