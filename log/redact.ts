/** Removes secrets from text before it is logged: by their shape, and by value once `addSecret` has registered them. */

const PLACEHOLDER = '[secret]';
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

const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Hides tokens of the service, keys of providers, secrets of webhooks and JSON web tokens.
  [/\b(?:sk|pk|rk|whsec|gh[pousr]|xox[abprs]|hf|gsk|AIza|BSA|tvly)[-_]?[\w-]{12,}/g, PLACEHOLDER],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, PLACEHOLDER],
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{6,}/gi, `$1 ${PLACEHOLDER}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${PLACEHOLDER}@`],
  [
    /([?&#;](?:[\w-]*(?:token|key|secret|signature|password|ticket|credential)|sig|auth|code|x-amz-[\w-]+)=)[^&\s#"']+/gi,
    `$1${PLACEHOLDER}`,
  ],
  [
    /((?:api[-_ ]?key|token|secret|password|authorization|signature)["']?\s*[:=]\s*["']?)[^\s"',;&}]{6,}/gi,
    `$1${PLACEHOLDER}`,
  ],
  // Hides long random values of unknown kinds: hex or Base64 with digits and letters.
  [/(?<![\w/+-])(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{40,}={0,2}(?![\w+-])/g, PLACEHOLDER],
];

export function redact(text: string): string {
  let redactedText = text;
  for (const secret of secrets)
    if (redactedText.includes(secret)) redactedText = redactedText.replaceAll(secret, PLACEHOLDER);
  for (const [pattern, replacement] of SECRET_PATTERNS) redactedText = redactedText.replace(pattern, replacement);
  return redactedText;
}
