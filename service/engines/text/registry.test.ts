import { describe, expect, it } from 'vitest';
import { textEngineFor } from './registry.ts';

describe('the choice of a text engine', () => {
  it('is the offline composer without a provider, and says so', async () => {
    const engine = await textEngineFor(null);
    expect(engine).toMatchObject({ id: 'composer', isLanguageModel: false });
    expect(engine.label).toContain('no language model');
  });

  it('is the provider’s model with one, and shows no key', async () => {
    const engine = await textEngineFor({ kind: 'anthropic', model: 'm', apiKey: 'sk-secret-123456' });
    expect(engine.isLanguageModel).toBe(true);
    expect(JSON.stringify([engine.id, engine.label])).toBe('["anthropic:m","m (anthropic)"]');
  });
});
