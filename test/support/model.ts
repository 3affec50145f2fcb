/** Serves a model with OpenAI's API on this machine, which can misbehave. */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const OUTLINE = '## 1. Opening (900 words)\n\n- The start\n';
const SCRIPT =
  '## Opening\n\nOn 13 December 2021 the night train from Paris to Vienna was started again. It was late.\n';
export const REFUSAL = 'I’m sorry, but I can’t help with that request.';
export const HUGE_BYTES = 10 * 1024 * 1024;

/** Faults of a model or its provider. */
export type Misbehaviour =
  | 'garbage'
  | 'half'
  | 'wrong key'
  | 'busy'
  | 'out of quota'
  | 'broken'
  | 'web page'
  | 'huge'
  | 'endless'
  | 'refusal'
  | 'another question'
  /** Answers with characters that cannot be stored. */
  | 'unstorable'
  /** Answers with one idea, however many are requested. */
  | 'one idea'
  | 'silent';

export interface ModelOptions {
  /** The text that it writes. */
  readonly script?: string;
  /** Number of parts of an answer, each sent after `pauseMs`. */
  readonly parts?: number;
  readonly pauseMs?: number;
  /** Defaults to a free one. */
  readonly port?: number;
}

/** Returns the first sentence of a passage, in as many versions as the prompt wants. */
function rewritePassage(prompt: string, passage: string): string {
  const first = /^.*?[.!?](?=\s|\\n|$)/s.exec(passage)?.[0] ?? passage;
  const count = Number(/Answer with (\d+) different/.exec(prompt)?.[1] ?? 1);
  const texts = Array.from({ length: count }, (_, index) => (count === 1 ? first : `Opening ${index + 1}: ${first}`));
  return `Here you go:\n${texts.map((text) => `<text>${text}</text>`).join('\n')}`;
}

/** Returns ideas that no other answer has. */
const createIdeas = (count: number): string =>
  JSON.stringify({
    ideas: Array.from({ length: count }, (_, index) => ({
      title: `A rope ferry across river ${randomUUID()}, part ${index + 1}`,
      topic: 'Rope ferries',
      angle: 'It carries post',
      thumbnail_concept: 'A rope over water',
    })),
  });

/** Returns the answer to a prompt: one word, an object, a passage, an outline, else the script. */
function writeAnswer(prompt: string, script: string): string {
  if (prompt.includes('Say OK.')) return 'OK';
  const ideaCount = /Find (\d+) ideas for this channel/.exec(prompt)?.[1];
  if (ideaCount !== undefined) return createIdeas(Number(ideaCount));
  if (prompt.includes('Describe the voice of the samples.'))
    return JSON.stringify({ writing_style_analysis: { thinking_style: 'plain and dry' } });
  if (prompt.includes('You shorten scripts'))
    return JSON.stringify({ cuts: [{ n: 2, action: 'say', text: 'Always.' }] });
  const passage = /<passage>\\n(.*?)\\n<\/passage>/s.exec(prompt)?.[1];
  if (passage !== undefined) return rewritePassage(prompt, passage);
  return prompt.includes('Write an outline of the script.') ? OUTLINE : script;
}

const sendJson = (
  response: ServerResponse,
  status: number,
  value: object,
  headers: Record<string, string> = {},
): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));

const toErrorBody = (message: string, extraFields: object = {}): object => ({ error: { message, ...extraFields } });

/** Failures that are a single answer; the others are streams. */
const FAILURES: Partial<Record<Misbehaviour, (response: ServerResponse) => void>> = {
  'wrong key': (response) =>
    sendJson(response, 401, toErrorBody('Incorrect API key provided.', { code: 'invalid_api_key' })),
  busy: (response) => sendJson(response, 429, toErrorBody('Rate limit reached for requests.'), { 'Retry-After': '20' }),
  'out of quota': (response) =>
    sendJson(response, 429, toErrorBody('You exceeded your current quota.', { code: 'insufficient_quota' })),
  broken: (response) => void response.writeHead(500, { 'Content-Type': 'text/plain' }).end('x'.repeat(HUGE_BYTES)),
  'web page': (response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>'),
  garbage: (response) =>
    void response
      .writeHead(200, { 'Content-Type': 'text/event-stream' })
      .end('data: \u0000\u0001{{{ not JSON\n\ndata: 7\n\n%%%%\n\n'),
  silent: () => undefined,
  huge: (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('['.repeat(HUGE_BYTES)),
};

const ANSWERS: Partial<Record<Misbehaviour, string>> = {
  refusal: REFUSAL,
  'another question': 'Sure! Which tone would you like for this video, and who is going to watch it?',
  endless: 'And so it goes on, and on, and on. '.repeat(HUGE_BYTES / 35),
};

/** Puts NUL and half a character before each text of an object, or after each full stop. */
const makeUnstorable = (answer: string): string =>
  answer.startsWith('{')
    ? answer.replace(/(?<=:"|\[")(?=\w)/g, '\\u0000\\ud83d ')
    : answer.replaceAll('. ', '. \u0000\ud83d ');

function composeAnswer(misbehaviour: Misbehaviour | null, prompt: string, script: string): string {
  if (misbehaviour === 'one idea') return createIdeas(1);
  const answer = (misbehaviour === null ? undefined : ANSWERS[misbehaviour]) ?? writeAnswer(prompt, script);
  return misbehaviour === 'unstorable' ? makeUnstorable(answer) : answer;
}

interface StreamingOptions extends Required<Pick<ModelOptions, 'parts' | 'pauseMs'>> {
  /** Ends the connection after half of the parts. */
  readonly breaks: boolean;
  /** Awaited after half of the parts. */
  readonly gate: Promise<void> | null;
}

async function stream(response: ServerResponse, content: string, options: StreamingOptions): Promise<void> {
  const send = (value: object): void =>
    void response.write(`data: ${JSON.stringify({ id: '1', created: 1, model: 'm', ...value })}\n\n`);
  response.setHeader('Content-Type', 'text/event-stream');
  const size = Math.ceil(content.length / options.parts);
  for (let from = 0; from < content.length && !response.destroyed; from += size) {
    if (options.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    if (from * 2 >= content.length) {
      if (options.breaks) return void response.write(': half\n\n', () => response.destroy());
      await options.gate;
    }
    send({ choices: [{ index: 0, delta: { role: 'assistant', content: content.slice(from, from + size) } }] });
  }
  if (response.destroyed) return;
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } });
  response.end('data: [DONE]\n\n');
}

export interface ServedModel {
  readonly url: string;
  /** Bodies of the requests. */
  readonly prompts: readonly string[];
  /** Number of answers that ended early. */
  readonly brokenOff: number;
  /** Makes it fail in this way from now on, or once and then as `then`; null makes it write again. */
  misbehave(how: Misbehaviour | null, then?: Misbehaviour): void;
  /** Makes it wait in the middle of each answer from now on, until `resume`. */
  pauseHalfway(): void;
  resume(): void;
  close(): void;
}

/** Serves an OpenAI-compatible model, which counts ten tokens for each answer. */
export async function serveModel(options: ModelOptions = {}): Promise<ServedModel> {
  const { script = SCRIPT, parts = 1, pauseMs = 0, port = 0 } = options;
  const prompts: string[] = [];
  let misbehaviour: Misbehaviour | null = null;
  /** The misbehaviour after one more answer. */
  let nextMisbehaviour: Misbehaviour | null | undefined;
  let gate: Promise<void> | null = null;
  let openGate = (): void => undefined;
  let brokenOff = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) brokenOff += 1;
    });
    const failure = misbehaviour === null ? undefined : FAILURES[misbehaviour];
    if (request.method === 'GET') {
      if (failure && misbehaviour !== 'silent') return failure(response);
      return sendJson(response, 200, { data: [{ id: 'm' }] });
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      prompts.push(body);
      if (failure) return failure(response);
      const answerText = composeAnswer(misbehaviour, body, script);
      const breaks = misbehaviour === 'half';
      const minParts = misbehaviour === 'endless' ? 2000 : breaks || gate !== null ? 8 : 1;
      if (nextMisbehaviour !== undefined) misbehaviour = nextMisbehaviour;
      void stream(response, answerText, { parts: Math.max(parts, minParts), pauseMs, breaks, gate });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    get brokenOff() {
      return brokenOff;
    },
    misbehave: (how, then) => {
      misbehaviour = how;
      nextMisbehaviour = then;
    },
    pauseHalfway: () => {
      gate = new Promise((resolve) => (openGate = resolve));
    },
    resume: () => {
      gate = null;
      openGate();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
