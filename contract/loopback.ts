/**
 * Returns whether a host name, with or without the brackets of IPv6, is this machine whatever a name server says; only
 * then does plain http send no secret over a network.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
