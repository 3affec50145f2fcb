/** Writes the committed OpenAPI documents; a test fails if they are stale. */
import { writeFileSync } from 'node:fs';

import { openApiDocument } from '#contract/openapi.ts';

import packageJson from '../package.json' with { type: 'json' };

for (const surface of ['api', 'local'] as const) {
  const path = new URL(`../contract/openapi${surface === 'local' ? '.local' : ''}.json`, import.meta.url);
  const document = openApiDocument(surface, packageJson.version, 'http://127.0.0.1');
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}
