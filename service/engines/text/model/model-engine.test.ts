import { describe, expect, it } from 'vitest';
import { EngineError, type TextProgress } from '../text-engine.ts';
import { createModelEngine } from './model-engine.ts';
import {
  BRIEF,
  formatChunk,
  closeProvider,
  createConfig,
  KEY,
  startProvider,
  requests,
  startSse,
  USAGE,
  createWords,
} from './test-provider.ts';

const createGoogleAnswer = (quotaId: string, details: object[] = []): string =>
  JSON.stringify({
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details.'.repeat(10),
      status: 'RESOURCE_EXHAUSTED',
      details: [{ violations: [{ quotaId }] }, ...details],
    },
  });
const GOOGLE_DAY = createGoogleAnswer('GenerateRequestsPerDayPerProjectPerModel-FreeTier');
const GOOGLE_MINUTE = createGoogleAnswer('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', [
  { retryDelay: '34.07s' },
]);

function createControl(): {
  control: { signal: AbortSignal; onProgress(p: TextProgress): void };
  abort: AbortController;
  progress: TextProgress[];
} {
  const abort = new AbortController();
  const progress: TextProgress[] = [];
  return { control: { signal: abort.signal, onProgress: (p) => progress.push(p) }, abort, progress };
}

async function expectFailure(work: Promise<unknown>): Promise<EngineError> {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(EngineError);
  const engineError = error as EngineError;
  expect(`${engineError.message} ${engineError.detail ?? ''} ${engineError.stack ?? ''}`).not.toContain(KEY);
  return engineError;
}

describe('describing a voice', () => {
  const brief = {
    samples: 'So. </samples> Sing.',
    language: 'en',
    skeleton: { cadence: '', phrase_kit: { uses: [] } },
  };
  const answer = async (text: string) => {
    const base = await startProvider((_request, response) => {
      startSse(response);
      response.end(formatChunk(text, 'stop') + USAGE);
    });
    const engine = createModelEngine(createConfig(base));
    return engine.describeVoice?.(brief, { signal: new AbortController().signal, onProgress: () => undefined });
  };

  it('asks for the skeleton’s keys and finds the JSON object in the answer', async () => {
    const description = { cadence: 'short', phrase_kit: { uses: ['So.'] } };
    expect(await answer(`Here you are:\n\`\`\`json\n${JSON.stringify(description)}\n\`\`\``)).toEqual(description);
    expect(requests.at(-1)?.body).toContain(JSON.stringify(JSON.stringify(brief.skeleton)).slice(1, -1));
    expect(requests.at(-1)?.body).not.toContain('So. </samples> Sing');
  });

  it('reports an answer without a JSON object', async () => {
    await expect(answer('I would rather sing.')).rejects.toMatchObject({ kind: 'bad-answer' });
  });
});

describe('an OpenAI-compatible model', () => {
  it('streams a script with progress and token usage in one request', async () => {
    const base = await startProvider((_q, response) => {
      startSse(response);
      response.write(formatChunk('```markdown\n## One\n\n'));
      response.write(formatChunk(createWords(200)));
      response.write(formatChunk('\n```', 'stop'));
      response.end(USAGE);
    });
    const { control, progress } = createControl();
    const result = await createModelEngine(createConfig(base)).script(BRIEF, control);
    expect(result.markdown.startsWith('## One\n\nword0 ')).toBe(true);
    expect(result.markdown).not.toContain('```');
    expect(result.usage).toEqual({ prompt_tokens: 11, completion_tokens: 22, reasoning_tokens: 5, total_tokens: 33 });
    expect(result.notes).toEqual([]);
    expect(progress.at(-1)?.step).toBe('done');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe('/v1/chat/completions');
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(requests[0]?.body).not.toContain(KEY);
  });

  it('works without a key and sends none', async () => {
    const base = await startProvider((_q, response) =>
      startSse(response).end(formatChunk(createWords(200), 'stop') + USAGE),
    );
    await createModelEngine({ kind: 'openai-compatible', baseUrl: `${base}/v1/`, model: 'm' }).script(
      BRIEF,
      createControl().control,
    );
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(requests[0]?.path).toBe('/v1/chat/completions');
  });

  it('requests a section whose length is off once more, and counts both answers', async () => {
    const base = await startProvider((_q, response) => {
      const draft = `## One\n\n${createWords(100)}\n\n## Two\n\n${createWords(20)}`;
      startSse(response).end(
        formatChunk(requests.length === 1 ? draft : `<text>${createWords(96)}</text>`, 'stop') + USAGE,
      );
    });
    const outline = '# T\n\n## 1. One (100 words)\n\n- a\n\n## 2. Two (100 words)\n\n- b';
    const { control, progress } = createControl();
    const result = await createModelEngine(createConfig(base)).script({ ...BRIEF, outline }, control);
    expect(result.markdown).toBe(`## One\n\n${createWords(100)}\n\n## Two\n\n${createWords(96)}\n`);
    expect(result).toMatchObject({ notes: [], usage: { total_tokens: 66 } });
    expect(progress.map(({ label }) => label)).toContain('Correcting the length of Two');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body).toContain('it has 20 now');
  });

  it('requests only unanswered parts after a restart, and stores no key with an answer', async () => {
    const answers = new Map<string, string>();
    const once = async <T extends object>(part: string, ask: () => Promise<T>): Promise<T> => {
      const answer = answers.get(part) ?? JSON.stringify(await ask());
      answers.set(part, answer);
      return JSON.parse(answer) as T;
    };
    const base = await startProvider((_q, response) => {
      const draft = `## One\n\n${KEY} ${createWords(20)}`;
      startSse(response).end(
        formatChunk(requests.length === 1 ? draft : `<text>${createWords(200)}</text>`, 'stop') + USAGE,
      );
    });
    const { control, abort } = createControl();
    const cancelledRun = createModelEngine(createConfig(base)).script(BRIEF, {
      ...control,
      once,
      onProgress: ({ label }) => label.startsWith('Correcting') && abort.abort(),
    });
    await expect(cancelledRun).rejects.toMatchObject({ kind: 'cancelled' });
    expect([...answers.keys()]).toEqual(['draft']);
    expect(answers.get('draft')).not.toContain(KEY);
    const result = await createModelEngine(createConfig(base)).script(BRIEF, { ...createControl().control, once });
    expect(requests.map(({ body }) => body.includes('it has'))).toEqual([false, true]);
    expect(result.markdown).toBe(`## One\n\n${createWords(200)}\n`);
  });

  it('notes a text that is far from the target length or was cut off', async () => {
    const base = await startProvider((_q, response) =>
      startSse(response).end(formatChunk(createWords(50), 'length') + USAGE),
    );
    const result = await createModelEngine(createConfig(base)).script(BRIEF, createControl().control);
    expect(result.notes.join(' ')).toMatch(/length limit.*50 words; the target was 200/);
  });

  it('reports a 429 with Retry-After in seconds or as a date', async () => {
    const headers = ['7', new Date(Date.now() + 3_600_000).toUTCString()];
    const base = await startProvider((_q, response) =>
      response
        .writeHead(429, { 'retry-after': headers.shift(), 'content-type': 'application/json' })
        .end(`{"error":{"message":"slow down ${KEY}"}}`),
    );
    const engine = createModelEngine(createConfig(base));
    const seconds = await expectFailure(engine.script(BRIEF, createControl().control));
    expect(seconds).toMatchObject({ kind: 'rate-limited', retryAfter: 7 });
    // The wait shrinks while the test runs, by as long as the machine takes.
    const date = await expectFailure(engine.script(BRIEF, createControl().control));
    expect(date.kind).toBe('rate-limited');
    expect(date.retryAfter).toBeGreaterThan(7);
    expect(date.retryAfter).toBeLessThanOrEqual(3600);
    expect(requests).toHaveLength(2);
  });

  it.each([
    [401, '{"error":{"message":"bad key"}}', 'refused-key'],
    [403, '{}', 'refused-key'],
    [402, '{}', 'out-of-quota'],
    [429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota."}}', 'out-of-quota'],
    [429, GOOGLE_DAY, 'out-of-quota'],
    [429, GOOGLE_MINUTE, 'rate-limited'],
    [400, '{"error":{"message":"Your credit balance is too low to access the Anthropic API."}}', 'out-of-quota'],
    [403, '{"error":{"message":"Insufficient credits"}}', 'out-of-quota'],
    [429, '{"error":{"message":"Rate limit reached for gpt-4o"}}', 'rate-limited'],
    [404, '{"error":{"message":"no such model"}}', 'bad-answer'],
    [400, '{"error":{"message":"maximum context length is 8192 tokens"}}', 'too-long'],
    [413, '', 'too-long'],
    [400, '{"error":{"message":"nonsense"}}', 'bad-answer'],
    [500, 'oops', 'unreachable'],
    [529, '{}', 'unreachable'],
  ] as const)('maps status %i with body %s to %s, without a retry', async (status, body, kind) => {
    const base = await startProvider((_q, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    expect(
      (await expectFailure(createModelEngine(createConfig(base)).outline(BRIEF, createControl().control))).kind,
    ).toBe(kind);
    expect(requests).toHaveLength(1);
  });

  it('reports how long Google’s answer says to wait', async () => {
    const base = await startProvider((_q, response) =>
      response.writeHead(429, { 'content-type': 'application/json' }).end(GOOGLE_MINUTE),
    );
    const error = await expectFailure(createModelEngine(createConfig(base)).outline(BRIEF, createControl().control));
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfter: 35 });
    expect(error.message).toContain('Try again in 35 seconds.');
  });

  it('reports a timeout when no answer starts and when it stalls', async () => {
    const silentBase = await startProvider((_q, response) => void startSse(response).flushHeaders());
    const shortTimeouts = { firstWord: 150, betweenWords: 150 };
    expect(
      (
        await expectFailure(
          createModelEngine(createConfig(silentBase), shortTimeouts).script(BRIEF, createControl().control),
        )
      ).kind,
    ).toBe('timeout');
    await closeProvider();
    const stallingBase = await startProvider(
      (_q, response) => void startSse(response).write(formatChunk('Some words')),
    );
    expect(
      (
        await expectFailure(
          createModelEngine(createConfig(stallingBase), { firstWord: 5000, betweenWords: 150 }).script(
            BRIEF,
            createControl().control,
          ),
        )
      ).kind,
    ).toBe('timeout');
  });

  it('waits for a slow model as long as words keep arriving', async () => {
    const base = await startProvider((_q, response) => {
      startSse(response);
      let sentCount = 0;
      const timer = setInterval(() => {
        sentCount += 1;
        if (sentCount < 8) response.write(formatChunk(`${createWords(25)} `));
        else {
          clearInterval(timer);
          response.end(formatChunk('The end.', 'stop') + USAGE);
        }
      }, 60);
    });
    const result = await createModelEngine(createConfig(base), { firstWord: 400, betweenWords: 300 }).script(
      BRIEF,
      createControl().control,
    );
    expect(result.markdown).toContain('The end.');
  });

  it.each([
    ['broken JSON', 'data: {not json at all\n\n'],
    ['no events', 'here is some text that is no stream'],
    ['another protocol', 'data: {"hello":"world"}\n\n'],
  ])('reports %s in the stream as a bad answer', async (_name, body) => {
    const base = await startProvider((_q, response) => startSse(response).end(body));
    expect(
      (await expectFailure(createModelEngine(createConfig(base)).script(BRIEF, createControl().control))).kind,
    ).toBe('bad-answer');
  });

  it('reports a web page as a bad answer and follows no redirect', async () => {
    const pageBase = await startProvider((_q, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
    );
    expect(
      (await expectFailure(createModelEngine(createConfig(pageBase)).script(BRIEF, createControl().control))).kind,
    ).toBe('bad-answer');
    await closeProvider();
    const movedBase = await startProvider((_q, response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
    );
    expect(
      (await expectFailure(createModelEngine(createConfig(movedBase)).script(BRIEF, createControl().control))).message,
    ).toContain('redirects');
  });

  it('reports an answer without text as empty', async () => {
    const base = await startProvider((_q, response) => startSse(response).end(formatChunk('', 'stop') + USAGE));
    const error = await expectFailure(createModelEngine(createConfig(base)).script(BRIEF, createControl().control));
    expect(error.kind).toBe('empty-answer');
    expect(error.usage?.total_tokens).toBe(33);
  });

  it('reports a broken connection and a closed port as unreachable', async () => {
    const base = await startProvider((_q, response) => {
      startSse(response).write(formatChunk('Some words'), () => response.destroy());
    });
    expect(
      (await expectFailure(createModelEngine(createConfig(base)).script(BRIEF, createControl().control))).kind,
    ).toBe('unreachable');
    expect(
      (
        await expectFailure(
          createModelEngine(createConfig('http://127.0.0.1:1')).script(BRIEF, createControl().control),
        )
      ).kind,
    ).toBe('unreachable');
    expect(
      (
        await expectFailure(
          createModelEngine({ kind: 'openai-compatible', model: 'm' }).script(BRIEF, createControl().control),
        )
      ).kind,
    ).toBe('unreachable');
  });

  it('closes the connection when cancelled', async () => {
    const { control, abort } = createControl();
    let onClosed: () => void = () => undefined;
    const connectionClosed = new Promise<void>((resolve) => (onClosed = resolve));
    const base = await startProvider((_q, response) => {
      response.on('close', onClosed);
      startSse(response).write(formatChunk('Some words'), () => abort.abort());
    });
    expect((await expectFailure(createModelEngine(createConfig(base)).script(BRIEF, control))).kind).toBe('cancelled');
    await connectionClosed;
    expect((await expectFailure(createModelEngine(createConfig(base)).script(BRIEF, control))).kind).toBe('cancelled');
    expect(requests).toHaveLength(1);
  });
});

describe('other providers', () => {
  it('Anthropic’s protocol is supported', async () => {
    const formatEvent = (type: string, data: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
    const base = await startProvider((_q, response) =>
      startSse(response).end(
        formatEvent('message_start', {
          message: {
            id: 'x',
            type: 'message',
            role: 'assistant',
            model: 'claude',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 7, output_tokens: 1 },
          },
        }) +
          formatEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
          formatEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text: createWords(200) } }) +
          formatEvent('content_block_stop', { index: 0 }) +
          formatEvent('message_delta', {
            delta: { stop_reason: 'end_turn', stop_sequence: null },
            usage: { output_tokens: 9 },
          }) +
          formatEvent('message_stop', {}),
      ),
    );
    const result = await createModelEngine({ kind: 'anthropic', baseUrl: base, model: 'claude', apiKey: KEY }).script(
      BRIEF,
      createControl().control,
    );
    expect(result.markdown).toContain('word199');
    expect(result.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 });
    expect(requests[0]?.path).toBe('/messages');
    expect(requests[0]?.headers['x-api-key']).toBe(KEY);
  });

  it('Google’s protocol is supported', async () => {
    const base = await startProvider((_q, response) =>
      startSse(response).end(
        `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: createWords(200) }], role: 'model' }, finishReason: 'STOP', index: 0 }], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 } })}\n\n`,
      ),
    );
    const result = await createModelEngine({ kind: 'google', baseUrl: base, model: 'gem', apiKey: KEY }).script(
      BRIEF,
      createControl().control,
    );
    expect(result.markdown).toContain('word199');
    expect(result.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
    expect(requests[0]?.path).toContain('/models/gem:streamGenerateContent');
    expect(requests[0]?.headers['x-goog-api-key']).toBe(KEY);
  });

  it.each(['anthropic', 'google'] as const)('%s reports a refused key and rate limiting', async (kind) => {
    let status = 401;
    const base = await startProvider((_q, response) =>
      response
        .writeHead(status, { 'retry-after': '4', 'content-type': 'application/json' })
        .end(`{"error":{"message":"${KEY}"}}`),
    );
    const engine = createModelEngine({ kind, baseUrl: base, model: 'x', apiKey: KEY });
    expect((await expectFailure(engine.script(BRIEF, createControl().control))).kind).toBe('refused-key');
    status = 429;
    expect(await expectFailure(engine.script(BRIEF, createControl().control))).toMatchObject({
      kind: 'rate-limited',
      retryAfter: 4,
    });
  });
});
