import ipaddr from 'ipaddr.js';

/** Detects ISATAP addresses, which embed any IPv4 address, even a private one, in an otherwise public IPv6 address. */
const isIsatap = (bytes: readonly number[]): boolean =>
  bytes[10] === 0x5e && bytes[11] === 0xfe && bytes[9] === 0 && (bytes[8] === 0 || bytes[8] === 2);

/**
 * Returns whether an IP address belongs to a host on the public internet; false for anything that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Convert ::ffff:10.0.0.1 to the 10.0.0.1 that it is.
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  if (ip.kind() === 'ipv4') return true;
  const bytes = ip.toByteArray();
  // Only 2000::/3 has been allocated.
  return ((bytes[0] ?? 0) & 0xe0) === 0x20 && !isIsatap(bytes);
}
