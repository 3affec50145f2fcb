const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Computes the X-Service-Signature of a body (spec 1 §6). The secret never leaves the window. */
export async function computeSignature(secret: string, body: string): Promise<string> {
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign']);
  return `sha256=${toHex(await crypto.subtle.sign('HMAC', key, encode(body)))}`;
}
