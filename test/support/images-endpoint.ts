/** Stands in for an OpenAI-compatible images endpoint: draws simple pictures, or does what the prompt says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createCanvas } from '@napi-rs/canvas';

import { readBody } from './read-body.ts';

export interface PictureRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  /** The fields of a JSON body or form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly Uint8Array[]>>;
}

export interface ImagesEndpoint {
  readonly base: string;
  readonly requests: PictureRequest[];
  close(): void;
}

/** Draws a picture in a colour no other test uses, so that every part of it can be recognized. */
export function drawTestPicture(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff00ff';
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
}

async function readRequest(request: IncomingMessage): Promise<PictureRequest> {
  const type = request.headers['content-type'] ?? '';
  const body = await readBody(request);
  const head = { path: request.url ?? '', authorization: request.headers.authorization };
  if (!type.startsWith('multipart/')) {
    const fields = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return { ...head, fields: texts, files: {} };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array[]> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else (files[name] ??= []).push(new Uint8Array(await value.arrayBuffer()));
  }
  return { ...head, fields, files };
}

type Handler = (response: ServerResponse, picture: string, base: string) => void;

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const createRefusal = (code: string, message = code) => ({ error: { code, message, type: 'invalid_request_error' } });

/** Answers for prompts that contain the word. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  HANG: () => undefined,
  BREAK: (response) => response.destroy(),
  GARBAGE: (response) => response.writeHead(200).end('<html>nonsense'),
  EMPTY: (response) => sendJson(response, 200, { data: [] }),
  NOPICTURE: (response) => sendJson(response, 200, { data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] }),
  BUSY: (response) => sendJson(response, 429, createRefusal('rate_limit_exceeded'), { 'Retry-After': '7' }),
  POOR: (response) => sendJson(response, 429, createRefusal('insufficient_quota')),
  CONTENT: (response) =>
    sendJson(response, 400, createRefusal('content_policy_violation', 'Your request was rejected.')),
  KEY: (response) => sendJson(response, 401, createRefusal('invalid_api_key')),
  ECHO: (response) => sendJson(response, 400, createRefusal('bad', 'Not with sk-of-the-test, sorry')),
  DOWN: (response) => sendJson(response, 503, createRefusal('overloaded')),
  AWAY: (response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
  PRIVATE: (response) => sendJson(response, 200, { data: [{ url: 'http://10.0.0.1/secret.png' }] }),
  ADDRESS: (response, _picture, base) => sendJson(response, 200, { data: [{ url: `${base}/drawn.png` }] }),
};

function answer(request: PictureRequest, base: string, response: ServerResponse): void {
  if (request.path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'painter' }, { id: 'other' }] });
  if (request.path === '/v1/drawn.png') {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(drawTestPicture(300, 200));
    return;
  }
  const [width = 1, height = 1] = (request.fields['size'] ?? '300x200').split('x').map(Number);
  const picture = drawTestPicture(width, height).toString('base64');
  const prompt = request.fields['prompt'] ?? '';
  const handler = Object.entries(HANDLERS).find(([word]) => prompt.includes(word))?.[1];
  if (handler) handler(response, picture, base);
  else sendJson(response, 200, { data: [{ b64_json: picture }] });
}

/** `delayMs` is the time it takes to draw. */
export async function startImagesEndpoint({ delayMs = 0 } = {}): Promise<ImagesEndpoint> {
  const requests: PictureRequest[] = [];
  let base = '';
  const server = createServer((request, response) => {
    void readRequest(request).then((pictureRequest) => {
      requests.push(pictureRequest);
      setTimeout(() => answer(pictureRequest, base, response), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    base,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
