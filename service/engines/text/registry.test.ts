import { describe, expect, it } from 'vitest';
import { createTextEngine } from './registry.ts';

describe('createTextEngine', () => {
  it('returns the offline composer without a provider, and says so in its label', async () => {
    const engine = await createTextEngine(null);
    expect(engine).toMatchObject({ id: 'composer', isLanguageModel: false });
    expect(engine.label).toContain('no language model');
  });

  it('returns the provider’s model, and shows no key', async () => {
    const engine = await createTextEngine({ kind: 'anthropic', model: 'm', apiKey: 'sk-secret-123456' });
    expect(engine.isLanguageModel).toBe(true);
    expect(JSON.stringify([engine.id, engine.label])).toBe('["anthropic:m","m (anthropic)"]');
  });
});
