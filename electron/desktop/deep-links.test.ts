import { describe, expect, it } from 'vitest';
import { findDeepLink, isInvitation, parseDeepLink } from './deep-links.ts';

describe('deep links', () => {
  it.each([
    ['cutaway://scripts/14', '/scripts/14'],
    ['cutaway://scripts/14/', '/scripts/14'],
    ['cutaway://ideas', '/ideas'],
    ['CUTAWAY://ideas/', '/ideas'],
  ])('%s opens %s', (link, route) => {
    expect(parseDeepLink(link)).toBe(route);
  });

  it.each([
    '',
    'cutaway:',
    'cutaway:scripts/14',
    'cutaway://',
    'cutaway:///scripts/14',
    'cutaway://unknown/1',
    'cutaway://scripts/14?run=1',
    'cutaway://scripts/14#now',
    'cutaway://someone@scripts/14',
    'cutaway://scripts:80/14',
    'cutaway://scripts/%2e%2e%2fsettings',
    'cutaway://scripts/<b>',
    'cutaway://scripts/a/b/c/d/e',
    `cutaway://scripts/${'1'.repeat(65)}`,
    'cutaway-app://studio/',
    'https://scripts/14',
    'javascript:alert(1)',
  ])('%s opens nothing', (link) => {
    expect(parseDeepLink(link)).toBeUndefined();
  });

  it('that invite to a team open no screen by themselves', () => {
    const link = `cutaway://join?server=https%3A%2F%2Fteam.example&code=inv_${'a'.repeat(27)}`;
    expect([isInvitation(link), parseDeepLink(link)]).toEqual([true, undefined]);
    for (const other of ['cutaway://join', 'cutaway://scripts/14', link.replace('cutaway:', 'https:')]) {
      expect(isInvitation(other)).toBe(false);
    }
  });

  it('finds the link among the arguments of a start', () => {
    expect(findDeepLink(['cutaway', '--no-sandbox', 'cutaway://scripts/14'])).toBe('/scripts/14');
    expect(findDeepLink(['cutaway', '.'])).toBeUndefined();
  });
});
