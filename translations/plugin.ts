import { compileTranslation, type CompiledElement } from 'wuchale/compiler';
import { getKey, type Message } from 'wuchale';
import type { Plugin } from 'vite';

import { readCatalogue, type Catalogue } from './catalogue.ts';
import { toRelativePath, extractTexts, hasTexts } from './messages.ts';

const VIRTUAL = '\0texts:';

/** Compiles a text for wuchale's runtime: the translation, or the English if there is none. */
function compileText({ texts }: Catalogue, { msgStr, context, plural }: Message): CompiledElement {
  const forms = texts.get(getKey(msgStr, context))?.forms ?? [];
  if (plural) return forms.length > 0 && !forms.includes('') ? [...forms] : msgStr;
  const english = msgStr[0] ?? '';
  return compileTranslation(forms[0] || english, english);
}

/** Builds the window in another language: each file imports its own texts, and nothing is looked up by name. */
export function translate(language: string): Plugin {
  const catalogue = readCatalogue(language);
  const modules = new Map<string, string>();
  return {
    name: 'translate',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? id : null),
    load: (id) => modules.get(id) ?? null,
    async transform(content, id) {
      const name = toRelativePath(id);
      if (!hasTexts(name)) return null;
      const { messages, rewrite } = await extractTexts(name, content);
      if (messages.length === 0) return null;
      const texts = messages.map((message) => compileText(catalogue, message));
      const module = `${VIRTUAL}${name}.js`;
      modules.set(
        module,
        `import toRuntime from 'wuchale/runtime';
         export const texts = toRuntime({ c: ${JSON.stringify(texts)}, p: (n) => Number(${catalogue.plural}) }, '${language}');`,
      );
      const from = JSON.stringify(module);
      const { code, map } = rewrite(`import { texts as _w_runtime_, texts as _w_runtime_mod_ } from ${from};`);
      return code === undefined ? null : { code, map: map as never };
    },
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
  };
}
