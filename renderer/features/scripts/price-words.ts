/** Of a service elsewhere: its contract has no way to ask for the price, and its answer to a start does not name it. */
export const PRICE_UNTOLD =
  'This service sets the price by length and does not tell it beforehand: your balance shows it once the run has started.';
