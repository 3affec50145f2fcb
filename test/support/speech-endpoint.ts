/**
 * Stands in for an OpenAI-compatible speech endpoint: it returns a tone for each sentence, with a length that depends
 * on its letters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SPEECH_RATE } from '#service/engines/speech/speech-engine.ts';
import { createWaveFile } from '#service/engines/speech/wave.ts';
import { readBody } from './read-body.ts';

interface SpeechRequest {
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = (response: ServerResponse, body: SpeechRequest['body']) => void;

export interface SpeechEndpoint {
  readonly base: string;
  readonly requests: SpeechRequest[];
  /** Replaces its answers until called with null. */
  answer(override: Answer | null): void;
  close(): void;
}

const sendTone: Answer = (response, { input }) => {
  const samples = Math.round(String(input).length * 0.05 * SPEECH_RATE);
  response.end(
    createWaveFile(
      Int16Array.from({ length: samples }, (_, index) => Math.sin(index / 30) * 9000),
      1,
    ),
  );
};

async function readRequest(request: IncomingMessage): Promise<SpeechRequest> {
  const text = (await readBody(request)).toString();
  return { authorization: request.headers.authorization, body: JSON.parse(text) as SpeechRequest['body'] };
}

export async function serveSpeech(): Promise<SpeechEndpoint> {
  const requests: SpeechRequest[] = [];
  let answer = sendTone;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/json');
      const list = request.url?.endsWith('/audio/voices')
        ? { voices: ['alto', 'tenor'] }
        : { data: [{ id: 'speaker' }, { id: 'other' }] };
      return void response.end(JSON.stringify(list));
    }
    void readRequest(request).then((speechRequest) => {
      requests.push(speechRequest);
      answer(response, speechRequest.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answer: (newAnswer) => void (answer = newAnswer ?? sendTone),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
