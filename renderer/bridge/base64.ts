/** Encodes bytes in Base64. @throws Error if the memory for it is missing */
export function toBase64(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('The file couldn’t be read.'));
    reader.readAsDataURL(new Blob([bytes.slice()]));
  });
}

/** Decodes Base64. @throws DOMException for other text */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
