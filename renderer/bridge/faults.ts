import type { ErrorName, ReadError } from '#contract/errors.ts';

import type { ApiFailure } from './api-client.ts';

/** Action a person can take after a fault; the page that shows the fault carries it out. */
export type FaultAction =
  | 'retry'
  | 'sign-in'
  | 'open-credits'
  | 'open-accounts'
  | 'open-tokens'
  | 'open-models'
  | 'generate-outline'
  | 'open-run'
  | 'reload'
  | 'look-up';

/** Describes a fault in plain words: what happened, what it means, what to do. */
export interface FaultWords {
  readonly title: string;
  readonly text: string;
  readonly action: { readonly id: FaultAction; readonly label: string } | null;
  /** Holds sentences by field, for the submitted form. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Whether repeating it may work. */
  readonly passing: boolean;
}

type Words = readonly [title: string, text: string, action?: FaultAction];

const LABELS: Record<FaultAction, string> = {
  retry: 'Try again',
  'sign-in': 'Sign in again',
  'open-credits': 'Open credits',
  'open-accounts': 'Open accounts',
  'open-tokens': 'Open tokens',
  'open-models': 'Open text models',
  'generate-outline': 'Generate outline',
  'open-run': 'Open run',
  reload: 'Load again',
  'look-up': 'Look it up',
};

const SAFE = 'What you wrote is safe here.';
const NO_ACCESS: Words = ['You may not open this', 'Ask an administrator of your team for access to the channel.'];
const GONE: Words = ['This is not there any more', 'Somebody may have removed it. Load the list again.', 'reload'];
const ADMIN: Words = ['Only administrators may do this', 'Ask an owner or administrator of your team to do it.'];
const BUG: Words = [
  'The studio asked for something wrong',
  `Nothing was changed. ${SAFE} If it happens again, it is a fault of the studio.`,
];

/** Describes every failure of contract/errors.ts, by name. A missing one does not compile. */
const WORDS: Record<ErrorName, Words> = {
  unauthenticated: ['The service refused the token', `${SAFE} Sign in again to send it.`, 'sign-in'],
  no_team: ['This token belongs to no team', 'Connect with a token that was made in a team.', 'open-accounts'],
  ability_missing: [
    'This token may not do that',
    'Make a token with the missing ability and sign in with it.',
    'open-accounts',
  ],
  malformed_json: BUG,
  unsupported_media_type: BUG,
  method_not_allowed: BUG,
  malformed_request: BUG,
  headers_too_large: BUG,
  payload_too_large: ['This is more than the service reads at once', `${SAFE} Shorten it and send it again.`],
  validation_failed: ['Some fields need another look', 'They are marked. What you typed stays.'],
  not_found: GONE,
  rate_limit_exceeded: [
    'Too many requests this minute',
    'It goes on by itself in a moment; nothing was lost.',
    'retry',
  ],
  server_error: ['The service could not finish this', `Nothing was charged. ${SAFE}`, 'retry'],
  read_only: [
    'The disk is full',
    `Reading works, and writing comes back by itself once there is room. ${SAFE}`,
    'retry',
  ],
  unavailable: ['The service is starting or stopping', 'It takes a few seconds.', 'retry'],
  idempotency_key_required: BUG,
  idempotency_key_reused: BUG,
  precondition_required: BUG,
  revision_conflict: ['Somebody changed this in between', `${SAFE} Load theirs and compare.`, 'reload'],
  token_list_admin_only: ADMIN,
  token_create_admin_only: ADMIN,
  abilities_not_held: [
    'This token can’t grant all of these abilities',
    'A token can only grant abilities that it has itself. Choose fewer, or sign in with a token that has them.',
  ],
  token_delete_admin_only: ADMIN,
  token_not_found: ['This token is gone already', 'It was deleted before; it opens nothing any more.', 'reload'],
  webhook_create_admin_only: ADMIN,
  webhook_update_admin_only: ADMIN,
  webhook_delete_admin_only: ADMIN,
  webhook_not_found: ['This webhook is not there any more', 'Load the list again.', 'reload'],
  channel_lookup_failed: ['This channel was not found', 'Nothing was charged. Look at the name or address again.'],
  video_lookup_failed: ['This video was not found', 'Nothing was charged. Look at the id or address again.'],
  platform_unavailable: ['The platform could not be searched', 'What was found before is still here.', 'retry'],
  video_not_fetched: ['This video was not found', 'Nothing was made. Look at the id or address again.'],
  source_channel_not_found: ['The service does not know this channel', 'Look it up in Intel first, then try again.'],
  lookup_unpaid: ['No credit is left for a look-up', 'Nothing was charged.', 'open-credits'],
  bookmark_not_found: ['This bookmark is not there any more', 'Load the list again.', 'reload'],
  competitor_not_found: ['This competitor is not there any more', 'Load the list again.', 'reload'],
  channel_forbidden: NO_ACCESS,
  channel_not_found: ['This channel is not there any more', 'Choose another one at the top left.', 'reload'],
  idea_forbidden: NO_ACCESS,
  idea_not_found: ['This idea is not there any more', 'Somebody may have removed it. Load the list again.', 'reload'],
  script_forbidden: NO_ACCESS,
  script_not_found: ['The service does not have this script', `${SAFE} Load the list again.`, 'reload'],
  invalid_voice: ['This voice does not belong to the channel', 'Choose another one.'],
  invalid_template: ['This template does not belong to the channel', 'Choose another one.'],
  template_not_found: ['This template is not there any more', 'Load the list again.', 'reload'],
  template_built_in: ['Built-in templates can’t be changed', 'Make a copy of it and change that.'],
  voice_not_found: ['This voice is not there any more', 'Load the list again.', 'reload'],
  text_model_failed: [
    'The text model could not do this',
    'Nothing was changed. Look at its settings, or go on without it.',
  ],
  voice_receipt_unknown: ['The service does not know this check', `${SAFE} Check the profile again, then save it.`],
  voice_receipt_expired: ['The check was too long ago', `${SAFE} Check the profile again, then save it.`],
  voice_receipt_used: ['This profile was saved before', 'Load it again to see it as it is kept.', 'reload'],
  voice_receipt_mismatch: ['The profile changed after it was checked', `${SAFE} Check it again, then save it.`],
  insufficient_credits: ['Not enough credits for this length', 'Nothing was charged.', 'open-credits'],
  subscription_paused: [
    'The subscription is paused',
    'Nothing was charged. Reading, writing and exporting work; resume it to create and generate.',
    'open-credits',
  ],
  outline_required: [
    'The script needs an outline first',
    'Nothing was charged. An outline is free.',
    'generate-outline',
  ],
  no_script_content: ['There is no text to humanize yet', 'Write the script or generate a draft first.'],
  regeneration_limit_reached: [
    'This script was regenerated as often as it can be',
    'Nothing was charged. Your text and all its versions stay, and you can go on writing.',
  ],
  run_already_active: [
    'A run is already under way for this script',
    'Nothing was charged. It can be watched or cancelled.',
    'open-run',
  ],
  missing_run_id: BUG,
  archive_busy: ['A generation is under way', 'An archive can be made once it has ended or was cancelled.', 'open-run'],
  thumbnails_not_eligible: [
    'Thumbnails need an active subscription',
    'Nothing was charged. What is on the board stays.',
    'open-credits',
  ],
  idea_not_in_channel: GONE,
  insufficient_thumbnail_quota: ['Not enough thumbnail quota', 'Nothing was charged. Ask for fewer, or wait for new.'],
  insufficient_thumbnail_credits: [
    'Not enough thumbnail quota',
    'Nothing was charged. Ask for fewer, or wait for new.',
  ],
  style_analysis_pending: ['The style is still being read', 'It takes a few seconds. Nothing was charged.', 'retry'],
  board_full: ['The board is full', 'It holds 500 pictures. Take some off it first.'],
  board_item_not_found: ['This is not on the board any more', 'Load the board again.', 'reload'],
  picture_not_fetched: ['The picture could not be fetched', 'Nothing was charged.', 'retry'],
  image_refused: ['A picture could not be taken in', 'Nothing was charged. It is said beside the field why.'],
  script_not_in_channel: ['This script is in another channel', 'Nothing was changed. Choose one of this channel.'],
  run_not_found: ['The service does not know this run', 'Nothing is under way. You can start it again.'],
  run_not_active: ['The run has already ended', 'There was nothing left to cancel.', 'open-run'],
  run_queue_failed: ['The run could not be queued', 'Nothing was charged.', 'retry'],
  prerequisites_not_met: [
    'The script says too little for an agent run',
    'Nothing was charged. Give it a topic and a length first.',
  ],
  script_agent_byok_required: [
    'This model needs a key of your own',
    'Nothing was charged. Connect its provider, or choose another model.',
    'open-models',
  ],
  script_agent_factory_access_unavailable: [
    'This model cannot be reached',
    'Nothing was charged. Try again in a moment, or choose another model.',
    'open-models',
  ],
  agent_run_queue_failed: ['The run could not be queued', 'Its credits were given back.', 'retry'],
  export_failed: ['The service could not export this script', 'Export the draft from this machine instead.', 'retry'],
  project_forbidden: ['You have no access to this project', 'Somebody who administers the team can give it to you.'],
  project_not_found: ['This project is not there any more', 'It may have been removed meanwhile.', 'reload'],
  project_promoted: ['This idea has become a script', 'Its project goes on with the script.', 'reload'],
  notification_not_found: ['This notification is not there any more', 'Nothing was changed.', 'reload'],
  operation_not_found: ['The service does not know this work', 'It may have been too long ago.', 'reload'],
  video_project_not_found: ['This video is not there any more', 'Load the list again.', 'reload'],
  video_project_forbidden: NO_ACCESS,
  video_version_not_found: ['This version is not there', 'Load the video again and choose another one.', 'reload'],
  pass_not_found: ['This pass is not there any more', 'Load the video again.', 'reload'],
  item_not_found: ['This staged edit is not there any more', 'It was discarded or applied before.', 'reload'],
  overlay_not_found: ['This overlay is not in the video any more', 'Load the video again.', 'reload'],
  media_asset_not_found: ['This media asset is not there any more', 'Load the list again.', 'reload'],
  video_not_ready: ['The video is not finished', 'Nothing was changed. Come back once it is complete.', 'retry'],
  video_not_editable: ['This can’t be edited now', 'Nothing was changed. What is staged stays.', 'reload'],
  revision_not_applicable: ['What is staged cannot be applied now', 'Nothing was changed.', 'reload'],
  video_configuration_not_ready: [
    'The connected voice can’t be used now',
    'Nothing was charged. Check it in Settings, Speech.',
    'open-models',
  ],
  video_capability_unavailable: ['This service can’t make videos that way', 'Nothing was charged.'],
  avatar_not_found: GONE,
  video_provisioning_required: ['Videos cannot be made on this machine now', 'Nothing was charged.', 'retry'],
  video_file_missing: [
    'The file of this video is gone',
    'It was moved or deleted, or the studio was brought here without its videos.',
  ],
  media_file_missing: ['The file of this media asset is gone', 'Upload it again.'],
  media_upload_offset: ['The upload lost its place', 'It goes on from what has arrived.', 'retry'],
  media_upload_closed: ['This file has arrived already', 'There is nothing left to send.', 'reload'],
  media_not_retryable: ['This media asset did not fail', 'There is nothing to do again.', 'reload'],
  workspace_admin_only: ADMIN,
  provider_not_found: ['This model is not there any more', 'It was removed before.', 'reload'],
  content_conflict: [
    'The service holds a newer version of this text',
    'Nothing was overwritten. Both are kept; compare them and take what you want.',
    'reload',
  ],
};

/** Identifies failures without a code by their status and message (spec 1 §7). */
const BY_MESSAGE: readonly (readonly [status: number, pattern: RegExp, name: ErrorName])[] = [
  [401, /./, 'unauthenticated'],
  [403, /no team/i, 'no_team'],
  [403, /does not have .* permission/i, 'ability_missing'],
  [403, /only team administrators can create webhooks/i, 'webhook_create_admin_only'],
  [403, /only team administrators can update webhooks/i, 'webhook_update_admin_only'],
  [403, /only team administrators can delete webhooks/i, 'webhook_delete_admin_only'],
  [403, /only team administrators/i, 'token_list_admin_only'],
  [403, /not eligible for thumbnail generation/i, 'thumbnails_not_eligible'],
  [403, /access to this channel/i, 'channel_forbidden'],
  [403, /access to this idea/i, 'idea_forbidden'],
  [403, /access to this script/i, 'script_forbidden'],
  [403, /access to this project/i, 'project_forbidden'],
  [403, /access to this video project/i, 'video_project_forbidden'],
  [403, /owner or an admin can do this/i, 'workspace_admin_only'],
  [404, /token not found/i, 'token_not_found'],
  [404, /avatar not found/i, 'avatar_not_found'],
  [404, /webhook not found/i, 'webhook_not_found'],
  [404, /bookmark not found/i, 'bookmark_not_found'],
  [404, /competitor not found/i, 'competitor_not_found'],
  [404, /source channel not found/i, 'source_channel_not_found'],
  [404, /channel not found/i, 'channel_not_found'],
  [404, /idea not found in this channel/i, 'idea_not_in_channel'],
  [404, /idea not found/i, 'idea_not_found'],
  [404, /script not found/i, 'script_not_found'],
  [404, /video project not found/i, 'video_project_not_found'],
  [404, /project not found/i, 'project_not_found'],
  [404, /operation not found/i, 'operation_not_found'],
  [404, /version not found/i, 'video_version_not_found'],
  [404, /revision pass not found/i, 'pass_not_found'],
  [404, /staged edit not found/i, 'item_not_found'],
  [404, /overlay not found/i, 'overlay_not_found'],
  [404, /media asset not found/i, 'media_asset_not_found'],
  [404, /notification not found/i, 'notification_not_found'],
  [404, /run not found/i, 'run_not_found'],
  [404, /template not found/i, 'template_not_found'],
  [404, /voice not found/i, 'voice_not_found'],
  [404, /provider not found/i, 'provider_not_found'],
  [404, /avatar not found/i, 'avatar_not_found'],
  [404, /./, 'not_found'],
  [400, /missing run_id/i, 'missing_run_id'],
  [400, /export failed/i, 'export_failed'],
  [400, /channel lookup failed/i, 'channel_lookup_failed'],
  [400, /video lookup failed/i, 'video_lookup_failed'],
  [400, /could not fetch video/i, 'video_not_fetched'],
  [400, /could not fetch picture/i, 'picture_not_fetched'],
  [402, /look-up costs/i, 'lookup_unpaid'],
  [503, /platform could not be searched/i, 'platform_unavailable'],
  [402, /./, 'insufficient_credits'],
  [422, /voice_id/i, 'invalid_voice'],
  [422, /template_id/i, 'invalid_template'],
  [422, /would hold more than 500 images/i, 'board_full'],
  [422, /no such item on this board/i, 'board_item_not_found'],
  [422, /picture could not be taken in/i, 'image_refused'],
  [422, /no such script in this channel/i, 'script_not_in_channel'],
  [422, /./, 'validation_failed'],
  [429, /./, 'rate_limit_exceeded'],
];

/** Several failures share these codes, so the message decides. */
const SHARED = new Set(['not_found', 'insufficient_credits']);

/** Maps codes of earlier services to current names. */
const FORMER_CODES: Readonly<Record<string, ErrorName>> = { video_unavailable: 'video_provisioning_required' };

/** Returns the contract's name of this failure; null for an unknown one from another service. */
export function errorName(failure: ApiFailure): ErrorName | null {
  if (failure.kind !== 'refused') return null;
  const { code, status, message } = failure.error;
  if (code !== null && !SHARED.has(code) && Object.hasOwn(WORDS, code)) return code as ErrorName;
  const former = code === null ? undefined : FORMER_CODES[code];
  if (former) return former;
  return BY_MESSAGE.find(([of, pattern]) => of === status && pattern.test(message))?.[2] ?? null;
}

/** Turns any failure into words for a person. An unknown failure shows the service's own message. */
export function explain(failure: ApiFailure): FaultWords {
  if (failure.kind === 'unreachable') {
    const text =
      failure.sent === 'unclear'
        ? `It was sent, but no answer came back. It is not repeated by itself. ${SAFE}`
        : `Nothing was sent. ${SAFE}`;
    return words([failure.message, text, failure.sent === 'unclear' ? 'look-up' : 'retry'], { passing: true });
  }
  if (failure.kind === 'signed_out') return words([failure.message, `${SAFE} Sign in again to send it.`, 'sign-in']);
  if (failure.kind === 'unreadable') {
    return words([
      'The service answered something this studio cannot read',
      `${SAFE} The service may be newer than this studio.`,
      'retry',
    ]);
  }
  const { error } = failure;
  const name = errorName(failure);
  const rest = { fields: fieldsOf(name, error), passing: error.retryable || error.status >= 500 };
  if (name === 'insufficient_credits') return words(creditWords(error.body), rest);
  if (name === 'ability_missing')
    return words([WORDS[name][0], `${error.message}. ${WORDS[name][1]}`, 'open-accounts'], rest);
  if (name !== null && WITH_REASON.has(name)) return words(withReason(WORDS[name], error.body), rest);
  if (name !== null) return words(WORDS[name], rest);
  const text =
    error.status >= 500 ? `Nothing is known to be lost. ${SAFE}` : `The service answered ${error.status}. ${SAFE}`;
  return words(error.retryable ? [error.message, text, 'retry'] : [error.message, text], rest);
}

/** Failures whose reason, in the service's own words, tells a person more than ours. */
const WITH_REASON: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'channel_lookup_failed',
  'video_lookup_failed',
  'video_not_fetched',
  'picture_not_fetched',
  'platform_unavailable',
  'video_configuration_not_ready',
  'video_capability_unavailable',
  'video_provisioning_required',
  'video_not_editable',
  'revision_not_applicable',
]);

function withReason([title, text, action]: Words, body: Readonly<Record<string, unknown>>): Words {
  // Failures about a revision carry `explanation` instead of `reason`.
  const reason = body['reason'] ?? body['explanation'];
  const said = typeof reason === 'string' && reason !== '' ? `${reason} ${text}` : text;
  return action === undefined ? [title, said] : [title, said, action];
}

/** Shows a picture that could not be fetched at the field that named it. */
function fieldsOf(name: ErrorName | null, { fields, body }: ReadError): FaultWords['fields'] {
  const { field, url, reason } = body;
  if (name !== 'picture_not_fetched' || typeof field !== 'string' || typeof reason !== 'string') return fields;
  return { ...fields, [field]: [typeof url === 'string' && url.includes(':') ? `${url}: ${reason}` : reason] };
}

function creditWords(body: Readonly<Record<string, unknown>>): Words {
  const { required_credits: needed, credits_remaining: left } = body;
  const [title, text] = WORDS.insufficient_credits;
  if (typeof needed !== 'number' || typeof left !== 'number') return [title, text, 'open-credits'];
  return [title, `It costs ${needed}, and ${left} are left. Nothing was charged.`, 'open-credits'];
}

function words([title, text, action]: Words, rest: Partial<Pick<FaultWords, 'fields' | 'passing'>> = {}): FaultWords {
  return {
    title: title.replace(/\.$/, ''),
    text,
    action: action === undefined ? null : { id: action, label: LABELS[action] },
    fields: rest.fields ?? {},
    passing: rest.passing ?? false,
  };
}

export function sentence(failure: ApiFailure): string {
  const { title, text } = explain(failure);
  return `${title}. ${text}`;
}
