/** Reads a stream of server-sent events (WHATWG HTML §9.2), as far as this app's own services use it. */

/** Twice the interval of the heartbeats that a working service sends. */
const MAX_SILENCE_MS = 45_000;
const MAX_LINE = 1000;

/**
 * Calls `onData` with the data of each event until the stream ends, nothing has arrived for too long, or `signal`
 * aborts.
 * @returns false if there is no such stream
 */
export async function listenTo(
  url: string,
  headers: Record<string, string>,
  onData: (data: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !type.startsWith('text/event-stream') || !response.body) {
      await response.body?.cancel();
      return response.status >= 500 || response.status === 429;
    }
    const decoder = new TextDecoder();
    let partialLine = '';
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
      const lines = (partialLine + decoder.decode(chunk as Uint8Array, { stream: true })).split(/\r?\n/);
      partialLine = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) if (line.startsWith('data:')) onData(line.slice(5).trim());
    }
    return true;
  } catch {
    // The caller reconnects without a message: the page only shows slightly older data.
    return true;
  } finally {
    clearTimeout(timer);
  }
}
