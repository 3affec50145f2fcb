/** A model on this machine that answers like OpenAI's. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const SAID = '## Opening\n\nOn 13 December 2021 the night train from Paris to Vienna was started again. It was late.\n';

/** Serves an OpenAI-compatible model: it returns an outline, then a script, and counts ten tokens for each. */
export async function serveModel(): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/json');
      return void response.end(JSON.stringify({ data: [{ id: 'm' }] }));
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(body);
      response.setHeader('Content-Type', 'text/event-stream');
      const send = (value: object) =>
        response.write(`data: ${JSON.stringify({ id: '1', created: 1, model: 'm', ...value })}\n\n`);
      const content = asked.length === 1 ? '## 1. Opening (900 words)\n\n- The start\n' : SAID;
      send({ choices: [{ index: 0, delta: { role: 'assistant', content } }] });
      send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      send({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } });
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}
