import { EditorSelection, Prec, type EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { getSyntax } from './syntax.ts';

// Syntax names and Markdown, no texts to translate.
// @wc-ignore-file

/** A range of text that is a link or becomes one. */
export interface LinkTarget {
  readonly from: number;
  readonly to: number;
  /** The Markdown between the square brackets, or the words that become it. */
  readonly text: string;
  readonly address: string;
  /** Includes the title's quotation marks and a space before it; empty if there is none. */
  readonly title: string;
  readonly isLink: boolean;
}

const CODE = /Code|HTML/;
const AUTOLINK = /(?<![\w/])(?:https?:\/\/|mailto:)[^\s<>]*[^\s<>.,;:!?"')\]]/g;
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;
const EMAIL = /^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:]\S*)?$/u;

/** Returns the address a label refers to, or null if the text does not define it. */
function findDefinition(state: EditorState, label: string): string | null {
  const foldedLabel = label.trim().toLowerCase();
  for (let number = 1; number <= state.doc.lines; number += 1) {
    const [, name = '', address = ''] = /^ {0,3}\[([^\]]+)\]:\s*<?([^\s>]+)/.exec(state.doc.line(number).text) ?? [];
    if (address !== '' && name.trim().toLowerCase() === foldedLabel) return address;
  }
  return null;
}

function readLink(state: EditorState, node: SyntaxNode): LinkTarget | null {
  const getSlice = (child: SyntaxNode | null): string => (child ? state.sliceDoc(child.from, child.to) : '');
  const { from, to } = node;
  if (node.name === 'Autolink') {
    const address = state.sliceDoc(from + 1, to - 1);
    return { from, to, text: '', address, title: '', isLink: true };
  }
  const [open, close] = node.getChildren('LinkMark');
  const label = node.getChild('LinkLabel');
  const url = node.getChild('URL');
  if (!open || !close || (!url && !label)) return null;
  const text = state.sliceDoc(open.to, close.from);
  const address = label
    ? findDefinition(state, getSlice(label).slice(1, -1) || text)
    : getSlice(url).replace(/^<([^]*)>$/, '$1');
  const title = getSlice(node.getChild('LinkTitle'));
  return address === null ? null : { from, to, text, address, title: title && ` ${title}`, isLink: true };
}

/** Returns the bare address around a range. */
function findBareLink(state: EditorState, from: number, to: number): LinkTarget | null {
  const line = state.doc.lineAt(from);
  for (const { 0: address, index } of line.text.matchAll(AUTOLINK)) {
    const place = { from: line.from + index, to: line.from + index + address.length };
    if (place.from <= from && to <= place.to) return { ...place, text: '', address, title: '', isLink: true };
  }
  return null;
}

/** Returns the link at the cursor or selection, or the words that would become one; null if no link can be there. */
export function findLinkTarget(state: EditorState): LinkTarget | null {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1) return null;
  const { from, to } = main;
  const tree = getSyntax(state, to);
  for (const [at, side] of [
    [from, 1],
    [to, -1],
  ] as const)
    // prettier-ignore
    for (let node = tree?.resolveInner(at, side) ?? null; node; node = node.parent) {
      if (CODE.test(node.name)) return null;
      const link = node.name === 'Link' || node.name === 'Autolink' ? readLink(state, node) : null;
      if (link) return link;
    }
  const bareLink = findBareLink(state, from, to);
  if (bareLink) return bareLink;
  const text = state.sliceDoc(from, to);
  return /\n\s*\n/.test(text) ? null : { from, to, text, address: '', title: '', isLink: false };
}

/** Returns the address with its scheme (`example.com` gets `https://`), or null if it is not an address. */
export function parseLinkAddress(input: string): string | null {
  const address = input.trim();
  if (ADDRESS.test(address)) return address;
  if (EMAIL.test(address)) return `mailto:${address}`;
  return DOMAIN.test(address) ? `https://${address}` : null;
}

function parenthesesMatch(address: string): boolean {
  let depth = 0;
  for (const [char] of address.replace(/\\./gs, '').matchAll(/[()]/g)) {
    depth += char === '(' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Matches brackets that would end a link's text or open another, and code and pictures, whose brackets may stay. */
const BRACKETS = /`[^`]*`|!\[[^\]]*\]\([^)]*\)|(?<!\\)[[\]]/g;

/** Writes a link; without text it shows its address. */
export function writeLink(text: string, address: string, title = ''): string {
  const words = text.trim().replace(/\s*\n\s*/g, ' ');
  const encodedAddress = address.replace(/[<>\s]/g, (char) => encodeURIComponent(char));
  if (words === '' && title === '' && ADDRESS.test(encodedAddress)) return `<${encodedAddress}>`;
  const label = words.replace(BRACKETS, (match) => (match.length === 1 ? `\\${match}` : match));
  return `[${label || encodedAddress}](${parenthesesMatch(encodedAddress) ? encodedAddress : `<${encodedAddress}>`}${title})`;
}

/** Finds the target again, because the text may have changed while a dialog was open. */
function findSource(state: EditorState, target: LinkTarget, source: string): { from: number; to: number } | null {
  if (state.sliceDoc(target.from, target.to) === source) return target;
  const from = state.doc.sliceString(0).indexOf(source);
  return from < 0 || source === '' ? null : { from, to: from + source.length };
}

/** Returns the change that adds, edits or removes a link; null if its source is no longer in the text. */
export function createLinkChange(
  state: EditorState,
  target: LinkTarget,
  source: string,
  markdown: string,
): TransactionSpec | null {
  const place = findSource(state, target, source);
  return (
    place && {
      changes: { from: place.from, to: place.to, insert: markdown },
      selection: EditorSelection.cursor(place.from + markdown.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }
  );
}

/** Turns the selected words into a link to a pasted address; null if no address is pasted or no words are selected. */
export function linkPastedAddress(state: EditorState, text: string): TransactionSpec | null {
  const address = text.trim();
  const target = ADDRESS.test(address) && !state.selection.main.empty ? findLinkTarget(state) : null;
  if (!target || target.isLink || target.text.trim() === '') return null;
  const leadingBlanks = target.text.length - target.text.trimStart().length;
  const trailingBlanks = target.text.length - target.text.trimEnd().length;
  const markdown = writeLink(target.text, address);
  return {
    changes: { from: target.from + leadingBlanks, to: target.to - trailingBlanks, insert: markdown },
    selection: EditorSelection.cursor(target.from + leadingBlanks + markdown.length),
    scrollIntoView: true,
    userEvent: 'input.paste',
  };
}

/**
 * Opens the link at the cursor or for the selected words. Without either, Ctrl+K is left to the command palette, and
 * Ctrl+Alt+K begins an empty link.
 */
export function links(open: (target: LinkTarget) => void): Extension {
  const openLink = (allowsEmpty: boolean) => (view: EditorView) => {
    const target = findLinkTarget(view.state);
    if (!target || (!allowsEmpty && !target.isLink && target.text.trim() === '')) return false;
    open(target);
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-k', run: openLink(false) },
        { key: 'Mod-Alt-k', run: openLink(true), preventDefault: true },
      ]),
    ),
    Prec.high(
      EditorView.domEventHandlers({
        paste(event, view) {
          const spec = linkPastedAddress(view.state, event.clipboardData?.getData('text/plain') ?? '');
          if (spec) view.dispatch(spec);
          return spec !== null;
        },
      }),
    ),
  ];
}
