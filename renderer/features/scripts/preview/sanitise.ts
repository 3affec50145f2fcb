import DOMPurify from 'dompurify';
import { getTypeOfAddress } from '#markdown/picture-address.ts';

/**
 * Sanitises a script's HTML as the last step before it reaches the page. Allows text markup and the pictures kept
 * beside the script: no styles, ids or forms, and nothing else that loads. Other media first become a labelled
 * placeholder, because their alternative text is worth reading; nothing changes the nodes after DOMPurify.
 */
// @wc-ignore
const TAGS = (
  'a abbr aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table ' +
  'tbody td tfoot th thead time tr u ul var wbr'
).split(' ');
// @wc-ignore
const ATTRIBUTES =
  'align alt class colspan datetime dir href lang open rel reversed rowspan src start target title type'.split(' ');
/** The classes of the app's own rendering; others could imitate the interface. */
const ALLOWED_CLASS =
  /^(?:cue|question|media|picture|details|task|task-box|callout callout-[\p{L}\p{N}_-]+|callout-title|footnote|footnotes|wiki-link|math|language-[\w+#.-]+)$/u;
/** Links to a footnote or back to the text, which the preview handles itself. */
const NOTE_LINK = /^#note-(?:ref-)?\d+$/;
const EXTERNAL_LINK = /^(?:https?|mailto):/i;

interface HtmlPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

/**
 * The Trusted Types policy for markup parsed into a document that is never shown and neither runs nor loads anything.
 * It never leaves this module; only nodes sanitised by DOMPurify do.
 */
const policyRules: HtmlPolicy = {
  createHTML: (html) => html,
  createScriptURL: () => {
    throw new TypeError('A preview loads no scripts');
  },
};
const trustedTypes = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } })
  .trustedTypes;
const policy = trustedTypes?.createPolicy('cutaway-html', policyRules) ?? policyRules;

const purify = DOMPurify(window);
purify.setConfig({
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true,
  TRUSTED_TYPES_POLICY: policy as unknown as NonNullable<
    Parameters<typeof purify.setConfig>[0]
  >['TRUSTED_TYPES_POLICY'],
} as Parameters<typeof purify.setConfig>[0]);
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  if (data.attrName === 'class') data.keepAttr = ALLOWED_CLASS.test(data.attrValue);
  else if (data.attrName === 'href')
    data.keepAttr = EXTERNAL_LINK.test(data.attrValue.trim()) || NOTE_LINK.test(data.attrValue);
  else if (data.attrName === 'src') data.keepAttr = getTypeOfAddress(data.attrValue) !== null;
});
purify.addHook('afterSanitizeAttributes', (element) => {
  element.removeAttribute('target');
  element.removeAttribute('rel');
  if (element.nodeName === 'IMG') element.setAttribute('loading', 'lazy');
  if (element.nodeName !== 'A' || !EXTERNAL_LINK.test(element.getAttribute('href')?.trim() ?? '')) return;
  element.setAttribute('target', '_blank');
  // @wc-ignore
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** A document without a browsing context: parsing into it fetches and runs nothing. */
const inertDocument = document.implementation.createHTMLDocument('');

function parseInert(html: string): HTMLElement {
  const root = inertDocument.createElement('div');
  root.innerHTML = policy.createHTML(html);
  return root;
}

const MEDIA_LABELS: Readonly<Record<string, string>> = {
  img: 'Picture',
  picture: 'Picture',
  svg: 'Drawing',
  video: 'Video',
  audio: 'Audio',
  iframe: 'Embedded page',
  object: 'Embedded object',
  embed: 'Embedded object',
};
const MEDIA_SELECTOR = Object.keys(MEDIA_LABELS).join(',');

function getMediaName(element: Element): string {
  const label =
    element.getAttribute('alt') ?? element.getAttribute('title') ?? element.querySelector('[alt]')?.getAttribute('alt');
  if (label?.trim()) return label.trim();
  const address = element.getAttribute('src') ?? element.getAttribute('data') ?? '';
  return /^data:/i.test(address) ? '' : (address.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
}

const isKeptPicture = (element: Element): boolean =>
  element.localName === 'img' && getTypeOfAddress(element.getAttribute('src') ?? '') !== null;

function replaceMedia(root: HTMLElement): void {
  for (const element of root.querySelectorAll(MEDIA_SELECTOR)) {
    if (isKeptPicture(element)) {
      // A missing picture is replaced inside this frame, so the nodes of the script stay the same.
      const frame = inertDocument.createElement('span');
      frame.className = 'picture';
      element.replaceWith(frame);
      frame.append(element);
      continue;
    }
    const placeholder = inertDocument.createElement('span');
    placeholder.className = 'media';
    const kind = MEDIA_LABELS[element.localName.toLowerCase()] ?? 'Picture';
    const name = getMediaName(element);
    placeholder.textContent = name ? `${kind} not loaded: ${name}` : `${kind} not loaded`;
    element.replaceWith(placeholder);
  }
}

/**
 * Removes comments, which are never shown: DOMPurify takes text like `&lt;b` next to a comment for an attack, and drops
 * everything or throws.
 */
function removeComments(root: HTMLElement): void {
  const comments = inertDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const nodes: ChildNode[] = [];
  while (comments.nextNode()) nodes.push(comments.currentNode as Comment);
  for (const comment of nodes) comment.remove();
}

export function parseSafeNodes(html: string): ChildNode[] {
  const root = parseInert(html);
  removeComments(root);
  replaceMedia(root);
  purify.sanitize(root);
  return [...root.childNodes];
}

const PROBE = '<x-probe></x-probe><form><x-probe></x-probe></form>';

/**
 * Returns whether HTML leaves nothing open: no element, formatting, comment, attribute or form. Anything after
 * self-contained HTML parses as if it stood alone.
 */
export function isSelfContained(html: string): boolean {
  const form = parseInert(html + PROBE).lastChild;
  const first = form?.previousSibling;
  return (
    form?.nodeName === 'FORM' &&
    form.childNodes.length === 1 &&
    form.firstChild?.nodeName === 'X-PROBE' &&
    first?.nodeName === 'X-PROBE' &&
    first.childNodes.length === 0
  );
}
