/** The origin of a source. */
export const SOURCE_KINDS = ['link', 'note', 'bookmark', 'research'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A place where something can be looked up. Stored with the script as plain JSON. */
export interface Source {
  readonly id: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string | null;
  /** The passage that supports the claim, or the person's note. */
  readonly text: string;
  /** An ISO time. */
  readonly at: string;
}

/** The form fields for a new source. */
export interface SourceFields {
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** The sources the person attached to a sentence. */
export interface AttachedSources {
  /** The sentence in plain text when something was last attached. */
  readonly sentence: string;
  readonly sources: readonly Source[];
  /** The text that names the source on screen. */
  readonly onScreen: string;
}

export const createSource = (source: Omit<Source, 'id' | 'at'>): Source => ({
  ...source,
  id: crypto.randomUUID(),
  at: new Date().toISOString(),
});

/** Returns a typed web address with its scheme; null if it is not one. */
export function parseWebAddress(input: string): string | null {
  const text = input.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : null;
}
