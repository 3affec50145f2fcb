import { describe, expect, it } from 'vitest';
import { buildContentSecurityPolicy, createStyleNonce, buildSecurityHeaders, withStyleNonce } from './csp.ts';

function getDirectives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name, ...values] = directive.split(' ');
      return [name!, values];
    }),
  );
}

describe('contentSecurityPolicy', () => {
  it('blocks everything it does not list', () => {
    const directives = getDirectives(buildContentSecurityPolicy({ connect: [] }));
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('connect-src')).toEqual(["'self'"]);
    expect(directives.get('worker-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-src', 'frame-ancestors']) {
      expect(directives.get(name), name).toEqual(["'none'"]);
    }
  });

  it('never allows inline code, eval, wildcards or other hosts', () => {
    const policy = buildContentSecurityPolicy({ connect: [], styleNonce: createStyleNonce() });
    expect(policy).not.toMatch(/unsafe-|wasm-|\*|https?:/);
  });

  it('requires trusted types and names every allowed policy', () => {
    const directives = getDirectives(buildContentSecurityPolicy({ connect: [] }));
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('trusted-types')).toEqual([
      'svelte-trusted-html',
      'dompurify',
      'cutaway-html',
      'cutaway-worker',
    ]);
  });

  it('adds the connections and the nonce that a shell passes', () => {
    const directives = getDirectives(
      buildContentSecurityPolicy({ connect: ['ws://127.0.0.1:4100'], styleNonce: 'n1' }),
    );
    expect(directives.get('connect-src')).toEqual(["'self'", 'ws://127.0.0.1:4100']);
    expect(directives.get('style-src')).toEqual(["'self'", "'nonce-n1'"]);
  });
});

describe('style nonce', () => {
  it('is different every time', () => {
    expect(createStyleNonce()).not.toBe(createStyleNonce());
  });

  it('is inserted as the first element of the head', () => {
    expect(withStyleNonce('<html><head lang="en"><title>x</title></head></html>', 'n1')).toBe(
      '<html><head lang="en"><meta property="csp-nonce" nonce="n1"><title>x</title></head></html>',
    );
  });

  it('is refused for a page without a head', () => {
    expect(() => withStyleNonce('<header>no head</header>', 'n1')).toThrow(/no <head>/);
  });
});

it('sends the policy together with the other security headers', () => {
  const headers = buildSecurityHeaders('default-src x');
  expect(headers['Content-Security-Policy']).toBe('default-src x');
  expect(headers['X-Content-Type-Options']).toBe('nosniff');
  expect(headers['Cross-Origin-Opener-Policy']).toBe('same-origin');
});
