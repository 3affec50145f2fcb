import { toSafeFileName } from '#contract/file-name.ts';
import type { SavedType } from '#contract/saved-type.ts';
import { type LedgerClaim, type LedgerLabels, writeLedgerCsv, writeLedgerMarkdown } from '#markdown/claim-ledger.ts';
import { toLanguageTag } from '#markdown/language-tag.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import { saveFile, type SaveOutcome } from '#renderer/shared/save-file.ts';
import type { Claim, ScriptEvidence } from './script-evidence.svelte.ts';

export type LedgerFormat = 'csv' | 'docx' | 'pdf';

const MIMES: Record<LedgerFormat, SavedType> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

const LABELS: LedgerLabels = {
  section: 'Section',
  sentence: 'Claim',
  state: 'State',
  source: 'Source',
  quote: 'Quote',
  onScreen: 'On-screen text',
  link: 'Link',
};

function describeState({ attached, evidence, checked }: Claim): string {
  if (attached || evidence) return 'Has a source';
  return checked ? 'Checked' : 'To check';
}

/** Returns the claims of a script in text order, with attached sources and the passages agent runs took them from. */
export function readLedger({
  claims,
  getSectionTitle,
}: Pick<ScriptEvidence, 'claims' | 'getSectionTitle'>): LedgerClaim[] {
  return claims.map((claim) => {
    const { attached, evidence, from, text } = claim;
    const evidenceSources = evidence
      ? [{ title: evidence.source_title, url: evidence.source_url, quote: evidence.quote }]
      : [];
    const attachedSources = attached?.sources.map(({ title, url, text: quote }) => ({ title, url, quote })) ?? [];
    return {
      section: getSectionTitle(from),
      sentence: text,
      state: describeState(claim),
      sources: [...attachedSources, ...evidenceSources],
      onScreen: attached?.onScreen ?? '',
    };
  });
}

async function createLedgerFile(
  bridge: Bridge,
  claims: readonly LedgerClaim[],
  options: { readonly title: string; readonly language: string; readonly format: LedgerFormat },
): Promise<{ bytes: Uint8Array; notes: readonly string[] }> {
  const { format, language } = options;
  if (format === 'csv') return { bytes: new TextEncoder().encode(writeLedgerCsv(claims, LABELS)), notes: [] };
  const title = `${options.title}: claims`;
  const markdown = writeLedgerMarkdown(claims, LABELS, title);
  const { convert } = await import('#renderer/shared/convert/convert.ts');
  if (format === 'docx') return convert({ kind: 'docx', markdown, title, pictures: new Map() });
  const { createPrinter } = await import('#renderer/shared/convert/print-pdf.ts');
  return convert({ kind: 'pdf', markdown, title, language: toLanguageTag(language) }, undefined, createPrinter(bridge));
}

/** Saves the claims of a script to a file the person chooses. Never throws. */
export async function exportLedger(
  bridge: Bridge,
  claims: readonly LedgerClaim[],
  options: { readonly title: string; readonly language: string; readonly format: LedgerFormat },
): Promise<SaveOutcome> {
  try {
    const file = await createLedgerFile(bridge, claims, options);
    const name = toSafeFileName(options.title, ` – claims.${options.format}`, 'Script');
    return await saveFile(bridge, { name, ...file }, MIMES[options.format]);
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : 'The file couldn’t be created.' };
  }
}
