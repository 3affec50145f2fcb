/** Removes secrets from text before it is logged: by their shape, and by value once `addSecret` has registered them. */

const HIDDEN = '[secret]';
/** Shorter values would hide ordinary words. */
const MIN_LENGTH = 8;
/** Old values stay hidden too; beyond this many the oldest are dropped. */
const MAX_SECRETS = 200;

const secrets = new Set<string>();

/** Hides this value in every later entry of the process. Values under 8 characters are ignored. */
export function addSecret(value: string | null | undefined): void {
  if (!value || value.length < MIN_LENGTH) return;
  secrets.delete(value);
  secrets.add(value);
  const [oldest] = secrets;
  if (secrets.size > MAX_SECRETS && oldest !== undefined) secrets.delete(oldest);
}

const SHAPES: readonly (readonly [RegExp, string])[] = [
  // Hides tokens of the service, keys of providers, secrets of webhooks and JSON web tokens.
  [/\b(?:sk|pk|rk|whsec|gh[pousr]|xox[abprs]|hf|gsk|AIza|BSA|tvly)[-_]?[\w-]{12,}/g, HIDDEN],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, HIDDEN],
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [
    /([?&#;](?:[\w-]*(?:token|key|secret|signature|password|ticket|credential)|sig|auth|code|x-amz-[\w-]+)=)[^&\s#"']+/gi,
    `$1${HIDDEN}`,
  ],
  [
    /((?:api[-_ ]?key|token|secret|password|authorization|signature)["']?\s*[:=]\s*["']?)[^\s"',;&}]{6,}/gi,
    `$1${HIDDEN}`,
  ],
  // Hides long random values of unknown kinds: hex or Base64 with digits and letters.
  [/(?<![\w/+-])(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{40,}={0,2}(?![\w+-])/g, HIDDEN],
];

export function redact(text: string): string {
  let clean = text;
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN);
  for (const [shape, instead] of SHAPES) clean = clean.replace(shape, instead);
  return clean;
}
