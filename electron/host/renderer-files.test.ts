import { expect, test } from 'vitest';

import { rendererPath } from './renderer-files.ts';

test('never names a path outside, however the address is written', () => {
  expect(rendererPath('/')).toBe('index.html');
  expect(rendererPath('/assets/app.css')).toBe('assets/app.css');
  for (const path of ['/..%2f..%2fetc/passwd.txt', '/a/%2e%2e/b.js', '/%2e/b.js', '/a\\b.js', '/%5c%5chost%5cb.js']) {
    expect(rendererPath(path), path).toBeNull();
  }
});
