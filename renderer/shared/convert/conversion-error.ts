/** Thrown for a file that cannot be converted; the message is a plain sentence. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}
