/** A PNG picture of one pixel, in Base64 and as bytes. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const DOT_BYTES = Buffer.from(DOT, 'base64');
