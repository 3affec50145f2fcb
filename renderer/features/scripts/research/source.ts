/** Says where a source came from. */
export const SOURCE_KINDS = ['link', 'note', 'bookmark', 'research'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Says where something can be looked up. Stored with the script as plain JSON. */
export interface Source {
  readonly id: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string | null;
  /** Is the passage that says it, or the person's note. */
  readonly text: string;
  /** Is an ISO time. */
  readonly at: string;
}

/** Holds what a person types to add a source. */
export interface SourceFields {
  readonly kind: SourceKind;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Holds what the person attached to a sentence. */
export interface Attached {
  /** Is the sentence in plain text when something was last attached. */
  readonly sentence: string;
  readonly sources: readonly Source[];
  /** Names the source on screen. */
  readonly onScreen: string;
}

export const newSource = (source: Omit<Source, 'id' | 'at'>): Source => ({
  ...source,
  id: crypto.randomUUID(),
  at: new Date().toISOString(),
});

/** Returns the address a person means, with a scheme; null if it is none. */
export function webAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : null;
}
