import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap } from 'parse5';

import type { Root } from './hast.ts';
import { UnreadableFile } from '../unreadable-file.ts';

/** Browsers stop at 512 levels; deeper pages would also take quadratic time. */
const MAX_DEPTH = 600;
const TOO_DEEP = 'The page is nested too deeply to be read.';

/** Windows puts this before HTML on its clipboard. */
const CLIPBOARD_HEAD = /^Version:[\d.]+\s+(?:\w+:[^\r\n]*[\r\n]+)+/;

/** Parses a page as browsers do, without running or loading anything. @throws UnreadableFile */
export function parseHtml(html: string): Root {
  let depth = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new UnreadableFile(TOO_DEEP);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  const document = parse<DefaultTreeAdapterMap>(html.replace(CLIPBOARD_HEAD, ''), {
    treeAdapter,
    scriptingEnabled: false,
  });
  const tree = fromParse5(document);
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}
