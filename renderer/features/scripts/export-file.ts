import type { ExportFormat } from '#contract/schema/script.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';

export const FILES = {
  markdown: { label: 'Markdown', extension: 'md', mime: 'text/markdown' },
  html: { label: 'HTML', extension: 'html', mime: 'text/html' },
  text: { label: 'Plain text', extension: 'txt', mime: 'text/plain' },
} as const satisfies Record<ExportFormat, { label: string; extension: string; mime: string }>;

/** A file name any system takes: the title without what some of them refuse. */
export function fileName(title: string, format: ExportFormat): string {
  const name = [...title]
    .map((sign) => (/[\p{Cc}<>:"/\\|?*]/u.test(sign) ? ' ' : sign))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  return `${[...(name || 'Script')].slice(0, 80).join('')}.${FILES[format].extension}`;
}

/** What an HTML file needs around the exported fragment. */
export function htmlPage(title: string, fragment: string): string {
  const safe = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${safe}</title>\n</head>\n<body>\n${fragment}\n</body>\n</html>\n`;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/** Into a file the person chooses: by the shell's dialog, else as a download. */
export async function saveFile(
  bridge: Bridge,
  name: string,
  format: ExportFormat,
  content: string,
): Promise<SaveOutcome> {
  const { mime } = FILES[format];
  try {
    const saved = await bridge.invoke('files.save', { suggested_name: name, mime, content });
    if (saved.outcome === 'saved') return { kind: 'saved', name: saved.name };
    if (saved.outcome === 'cancelled') return { kind: 'cancelled' };
    if (saved.outcome === 'failed') return { kind: 'failed', message: saved.message };
  } catch {
    // The engine is away; the window can still download.
  }
  download(name, mime, content);
  return { kind: 'saved', name };
}

function download(name: string, mime: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${mime};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the data once the click was handled; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
