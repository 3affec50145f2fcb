/**
 * Shown for remote services: the contract has no call for the price, and the answer to a start does not contain it.
 */
export const PRICE_UNKNOWN =
  'This service charges by length and doesn’t show the price in advance. Your balance shows it once the run has started.';

/** Shown only if no provider is paid: for the offline composer or a model on this computer. */
export const FREE = 'Free.';

/** Shown if the person's own language model may be called again for a section. */
export const RETRY_NOTE = 'A section that comes out too long or too short is asked for once more.';

/** Shown if a person's own key is used; the provider's charge is known only after the run. */
export const PROVIDER_CHARGES = 'Your provider charges for its tokens.';
