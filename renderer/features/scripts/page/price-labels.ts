/**
 * Is shown for remote services: their contract cannot ask for the price, and the answer to a start does not contain it.
 */
export const PRICE_UNTOLD =
  'This service charges by length and doesn’t show the price in advance. Your balance shows it once the run has started.';

/** Is shown only where nobody is paid: by the offline composer, or by a model on this computer. */
export const FREE = 'Free.';

/** Tells what a language model of one's own may be asked for beyond the text itself. */
export const ASKED_AGAIN = 'A section that comes out too long or too short is asked for once more.';

/** Is shown where a person's own key is used; what the provider charges is known once it has counted the tokens. */
export const CHARGED = 'Your provider charges for its tokens.';
