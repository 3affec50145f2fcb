import { randomBytes } from 'node:crypto';

interface ContentSecurityPolicyOptions {
  /** Addresses the page may connect to in addition to 'self': the web shell's own ws: address; none on the desktop. */
  connect: readonly string[];
  /** Comes from `createStyleNonce`; without it no style element created by script applies. */
  styleNonce?: string;
}

/**
 * Only these policies may create trusted HTML or worker URLs; the browser refuses all others.
 * - svelte-trusted-html is Svelte's own, for the static markup of compiled components.
 * - dompurify is the sanitiser's own, for its sanitised output.
 * - cutaway-html is the only place in the app that inserts sanitised markup into the DOM.
 * - cutaway-worker is the only place in the app that starts workers from its own bundle.
 */
const TRUSTED_TYPE_POLICIES = ['svelte-trusted-html', 'dompurify', 'cutaway-html', 'cutaway-worker'] as const;

/**
 * Builds the policy both shells send with the page: own code only, no inline script, no eval, no frames, no forms, and
 * markup reaches the DOM only through the named Trusted Types policies.
 *
 * Style elements need the nonce because CodeMirror writes its rules into one (constructed sheets only in shadow roots).
 * Style attributes in markup stay forbidden; the CSSOM (`element.style`, Svelte's `style:`) is not affected.
 */
export function buildContentSecurityPolicy({ connect, styleNonce }: ContentSecurityPolicyOptions): string {
  const styles = styleNonce === undefined ? ["'self'"] : ["'self'", `'nonce-${styleNonce}'`];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': styles,
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...connect],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPE_POLICIES,
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Creates a nonce for one page load, from 128 random bits. */
export function createStyleNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Inserts the nonce so that the page's script can read it: `document.querySelector('meta[property="csp-nonce"]').nonce`
 * (passed to `EditorView.cspNonce`).
 * @throws if the page has no head
 */
export function withStyleNonce(html: string, nonce: string): string {
  const head = /<head(\s[^>]*)?>/i.exec(html);
  if (!head) throw new Error('The page has no <head> to carry the style nonce.');
  const end = head.index + head[0].length;
  return `${html.slice(0, end)}<meta property="csp-nonce" nonce="${nonce}">${html.slice(end)}`;
}

/** Returns the headers for every answer that serves the page or one of its files, in either shell. */
export function buildSecurityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=(), payment=()',
  };
}
