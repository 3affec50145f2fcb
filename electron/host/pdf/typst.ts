/** Runs the Typst compiler, which is WebAssembly, in this thread. */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { initSync, TypstCompilerBuilder, type TypstCompiler } from '@myriaddreamin/typst-ts-web-compiler';

import { readPackageFile } from '#platform/package-file.ts';

export interface TypstInput {
  /** Maps paths to contents; the template is `/main.typ`. */
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  /** Paths of font files, or names of packages' files. */
  readonly fonts: readonly string[];
}

/** The template or the data cannot be laid out; the message is the compiler's. */
export class TypstError extends Error {
  override readonly name = 'TypstError';
}

/** The compiler drops cached results after this many resets. */
const MAX_RESETS = 30;

let isLoaded = false;
/** A compiler never frees its fonts, so it is reused for documents that need no others. */
let cachedCompiler: { readonly fonts: ReadonlySet<string>; readonly compiler: TypstCompiler } | null = null;

async function loadCompiler(fonts: readonly string[]): Promise<TypstCompiler> {
  if (!isLoaded) {
    initSync({ module: readPackageFile('@myriaddreamin/typst-ts-web-compiler/wasm') });
    isLoaded = true;
  }
  if (cachedCompiler && fonts.every((font) => cachedCompiler?.fonts.has(font))) return cachedCompiler.compiler;
  const allFonts = new Set([...(cachedCompiler?.fonts ?? []), ...fonts]);
  cachedCompiler?.compiler.free();
  cachedCompiler = null;
  const builder = new TypstCompilerBuilder();
  for (const font of allFonts) {
    const bytes = isAbsolute(font) ? readFileSync(font) : readPackageFile(font);
    await builder.add_raw_font(new Uint8Array(bytes));
  }
  cachedCompiler = { fonts: allFonts, compiler: await builder.build() };
  return cachedCompiler.compiler;
}

function getMessages(answer: unknown): string {
  const { diagnostics } = answer as { diagnostics?: readonly { message?: unknown; path?: unknown; range?: unknown }[] };
  return (diagnostics ?? []).map(({ path, range, message }) => `${path}:${range}: ${message}`).join('\n');
}

/**
 * Compiles to PDF.
 * @throws TypstError
 */
export async function compileTypst({ files, fonts }: TypstInput): Promise<Uint8Array> {
  const compiler = await loadCompiler(fonts);
  try {
    for (const [path, content] of files) {
      if (typeof content === 'string') compiler.add_source(path, content);
      else compiler.map_shadow(path, content);
    }
    // 3 asks for diagnostics as objects.
    const answer: unknown = compiler.compile('/main.typ', undefined, 'pdf', 3);
    const { result } = answer as { result?: unknown };
    if (result instanceof Uint8Array) return result;
    throw new TypstError(getMessages(answer));
  } finally {
    compiler.reset_shadow();
    for (let age = 0; age <= MAX_RESETS; age++) compiler.reset();
  }
}
