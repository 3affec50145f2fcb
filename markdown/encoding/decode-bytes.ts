/** Lists windows-1252 from 0x80 to 0x9f; some versions of Node decode these as control characters. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes bytes; undecodable ones become U+FFFD. Throws a RangeError if the system lacks the encoding. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (char) => WESTERN.charAt(char.charCodeAt(0) - 0x80));
}
