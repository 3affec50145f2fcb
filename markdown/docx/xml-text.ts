/** XML has no place for control characters and halves of characters. */
export const escapeXmlText = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- These are the characters that XML forbids.
  text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/g, '');
