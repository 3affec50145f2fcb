/** Used for remote services: their contract cannot ask for the price, and the answer to a start does not contain it. */
export const PRICE_UNTOLD =
  'This service charges by length and doesn’t show the price in advance. Your balance shows it once the run has started.';
