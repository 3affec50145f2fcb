import { expect, test } from 'vitest';

import { toRendererPath } from './renderer-files.ts';

test('never returns a path outside the renderer’s folder, however the address is written', () => {
  expect(toRendererPath('/')).toBe('index.html');
  expect(toRendererPath('/assets/app.css')).toBe('assets/app.css');
  for (const path of ['/..%2f..%2fetc/passwd.txt', '/a/%2e%2e/b.js', '/%2e/b.js', '/a\\b.js', '/%5c%5chost%5cb.js']) {
    expect(toRendererPath(path), path).toBeNull();
  }
});
