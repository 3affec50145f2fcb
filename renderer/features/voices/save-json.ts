import type { Bridge } from '#renderer/bridge/bridge.ts';

/** Into a file the person chooses, else as a download. Answers why it was not written; null when it was, or need not be. */
export async function saveJson(bridge: Bridge, title: string, content: string): Promise<string | null> {
  const name = `${
    title
      .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'Voice'
  }.json`;
  try {
    const saved = await bridge.invoke('files.save', { suggested_name: name, mime: 'application/json', content });
    if (saved.outcome === 'failed') return saved.message;
    if (saved.outcome !== 'unsupported') return null;
  } catch {
    // The engine is away; the window can still download.
  }
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the data once the click was handled; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
