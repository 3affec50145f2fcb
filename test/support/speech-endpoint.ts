/**
 * Stands in for an OpenAI-compatible speech endpoint: it returns a tone for each sentence, with a length that depends
 * on its letters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SPEECH_RATE } from '#service/engines/speech/speech-engine.ts';
import { waveFile } from '#service/engines/speech/wave.ts';

interface Asked {
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = (response: ServerResponse, body: Asked['body']) => void;

export interface SpeechEndpoint {
  readonly base: string;
  readonly asked: Asked[];
  /** Overrides its answers until called with null. */
  answer(other: Answer | null): void;
  close(): void;
}

const tone: Answer = (response, { input }) => {
  const samples = Math.round(String(input).length * 0.05 * SPEECH_RATE);
  response.end(
    waveFile(
      Int16Array.from({ length: samples }, (_, at) => Math.sin(at / 30) * 9000),
      1,
    ),
  );
};

async function read(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return { authorization: request.headers.authorization, body: JSON.parse(text) as Asked['body'] };
}

export async function serveSpeech(): Promise<SpeechEndpoint> {
  const asked: Asked[] = [];
  let answer = tone;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/json');
      const listed = request.url?.endsWith('/audio/voices')
        ? { voices: ['alto', 'tenor'] }
        : { data: [{ id: 'speaker' }, { id: 'other' }] };
      return void response.end(JSON.stringify(listed));
    }
    void read(request).then((one) => {
      asked.push(one);
      answer(response, one.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answer: (next) => void (answer = next ?? tone),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
