import type { Bridge } from '#renderer/bridge/bridge.ts';

/**
 * Saves to a file the person chooses, or else as a download. Returns an error message, or null if it was saved or
 * cancelled.
 */
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
    // The host does not answer; the window can still download.
  }
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the data soon after the click; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
