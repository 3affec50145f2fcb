/** Matches HTML that is a single tag: its closing slash, name and attributes. */
export const HTML_TAG = /^<(\/?)([a-z]+\d?)(?=[\s/>])([^]*?)\/?>$/i;
/** Matches HTML that is nothing but a comment. */
export const HTML_COMMENT = /^<!--((?:(?!-->)[^])*)-->$/;
