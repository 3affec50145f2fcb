import ipaddr from 'ipaddr.js';

/** ISATAP carries any IPv4 address, a private one too, in what else looks like a public IPv6 address. */
const isIsatap = (bytes: readonly number[]): boolean =>
  bytes[10] === 0x5e && bytes[11] === 0xfe && bytes[9] === 0 && (bytes[8] === 0 || bytes[8] === 2);

/** Whether an IP address belongs to a host of the public internet; false for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Turns ::ffff:10.0.0.1 into the 10.0.0.1 it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const bytes = parsed.toByteArray();
  // 2000::/3 is all that is given out.
  return ((bytes[0] ?? 0) & 0xe0) === 0x20 && !isIsatap(bytes);
}
