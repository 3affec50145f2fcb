/** Reads and normalises the address of a service that a person typed or pasted. */
import { isLoopback } from '#contract/loopback.ts';

export type BaseUrlReading = { ok: true; url: string } | { ok: false; message: string };

const refuse = (message: string): BaseUrlReading => ({ ok: false, message });

/**
 * Returns an https address without query, fragment, credentials or trailing slash. Removes a trailing /api/v1, which
 * the app adds itself. Accepts http on this machine only.
 */
export function readBaseUrl(typedText: string): BaseUrlReading {
  const trimmedText = typedText.trim();
  if (trimmedText === '') return refuse('Enter the address of the service, for example https://studio.example.com');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmedText) ? trimmedText : `https://${trimmedText}`;
  if (!URL.canParse(withScheme))
    return refuse('This isn’t a valid address. It should look like https://studio.example.com');
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('The address must start with https://');
  if (url.username !== '' || url.password !== '') {
    return refuse('The address can’t contain a user name or password. Enter the token in the field below.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('The address must start with https://, so that nobody can read the token in transit.');
  }
  if (url.search !== '' || url.hash !== '') return refuse('The address can’t contain ? or #.');
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '');
  return { ok: true, url: url.origin + path };
}
