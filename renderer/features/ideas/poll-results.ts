/** The service answers before it is done and names no job to follow, so look for the results a few times. */
const DELAYS_MS = [700, 2000, 5000, 12_000, 30_000];

export function pollResults(refresh: () => void): void {
  for (const delay of DELAYS_MS) setTimeout(refresh, delay);
}
