/** Used for remote services: their contract cannot ask for the price, and the answer to a start does not contain it. */
export const PRICE_UNTOLD =
  'This service sets the price by length and does not tell it beforehand: your balance shows it once the run has started.';
