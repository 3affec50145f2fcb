/** Is a PNG picture of 1×1 pixel, in Base64 and as bytes. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const DOT_BYTES = Buffer.from(DOT, 'base64');
