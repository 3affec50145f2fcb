import DOMPurify from 'dompurify';

/**
 * The last step before a script's HTML reaches the page. Text markup only: no styles, no ids, no forms, nothing that
 * loads. Media become a labelled placeholder first, as their alternative text is worth reading; after DOMPurify nothing
 * changes the nodes any more.
 */
// @wc-ignore
const TAGS = (
  'a abbr aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table ' +
  'tbody td tfoot th thead time tr u ul var wbr'
).split(' ');
// @wc-ignore
const ATTRIBUTES = 'align class colspan datetime dir href lang open rel reversed rowspan start target title type'.split(
  ' ',
);
/** Classes the studio's own rendering gives. Others could borrow the interface's looks. */
const OWN_CLASS = /^(?:cue|media|language-[\w+#.-]+)$/;
const OUTSIDE = /^(?:https?|mailto):/i;

interface HtmlPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

/**
 * Trusted Types: marks markup for parsing in a document that is never shown and runs and loads nothing. It is kept inside
 * this module; what leaves the module are nodes that DOMPurify has been through.
 */
const rules: HtmlPolicy = {
  createHTML: (html) => html,
  createScriptURL: () => {
    throw new TypeError('A preview loads no scripts');
  },
};
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } })
  .trustedTypes;
const policy = factory?.createPolicy('cutaway-html', rules) ?? rules;

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
  if (data.attrName === 'class') data.keepAttr = OWN_CLASS.test(data.attrValue);
  else if (data.attrName === 'href') data.keepAttr = OUTSIDE.test(data.attrValue.trim());
});
purify.addHook('afterSanitizeAttributes', (element) => {
  element.removeAttribute('target');
  element.removeAttribute('rel');
  if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  // @wc-ignore
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** Without a browsing context: parsing into it fetches nothing and runs nothing. */
const inert = document.implementation.createHTMLDocument('');

function parse(html: string): HTMLElement {
  const root = inert.createElement('div');
  root.innerHTML = policy.createHTML(html);
  return root;
}

const MEDIA: Readonly<Record<string, string>> = {
  img: 'Picture',
  picture: 'Picture',
  svg: 'Drawing',
  video: 'Video',
  audio: 'Sound',
  iframe: 'Page',
  object: 'Object',
  embed: 'Object',
};
const MEDIA_SELECTOR = Object.keys(MEDIA).join(',');

function mediaName(element: Element): string {
  const named =
    element.getAttribute('alt') ?? element.getAttribute('title') ?? element.querySelector('[alt]')?.getAttribute('alt');
  if (named?.trim()) return named.trim();
  const address = element.getAttribute('src') ?? element.getAttribute('data') ?? '';
  return /^data:/i.test(address) ? '' : (address.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
}

function replaceMedia(root: HTMLElement): void {
  for (const element of root.querySelectorAll(MEDIA_SELECTOR)) {
    const placeholder = inert.createElement('span');
    placeholder.className = 'media';
    const kind = MEDIA[element.localName.toLowerCase()] ?? 'Picture';
    const name = mediaName(element);
    placeholder.textContent = name ? `${kind} not loaded: ${name}` : `${kind} not loaded`;
    element.replaceWith(placeholder);
  }
}

/** Nobody sees them, and DOMPurify takes text like `&lt;b` beside one for an attack: it drops the whole, or throws. */
function removeComments(root: HTMLElement): void {
  const comments = inert.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as Comment);
  for (const comment of found) comment.remove();
}

/** HTML as nodes that are safe to show. */
export function safeNodes(html: string): ChildNode[] {
  const root = parse(html);
  removeComments(root);
  replaceMedia(root);
  purify.sanitize(root);
  return [...root.childNodes];
}

const PROBE = '<x-probe></x-probe><form><x-probe></x-probe></form>';

/**
 * Whether HTML leaves nothing open behind it: no element, no formatting, no comment, attribute or form. What follows
 * self-contained HTML is parsed as it would be alone.
 */
export function isSelfContained(html: string): boolean {
  const form = parse(html + PROBE).lastChild;
  const first = form?.previousSibling;
  return (
    form?.nodeName === 'FORM' &&
    form.childNodes.length === 1 &&
    form.firstChild?.nodeName === 'X-PROBE' &&
    first?.nodeName === 'X-PROBE' &&
    first.childNodes.length === 0
  );
}
