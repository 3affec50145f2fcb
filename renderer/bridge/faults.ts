import type { ErrorName, ReadError } from '#contract/errors.ts';

import type { ApiFailure } from './api-client.ts';
import { MESSAGE_PATTERNS } from './failures-by-message.ts';
import { translateFieldErrors } from './field-errors.ts';
import { getPlatformMessage } from './platform-faults.ts';

/** An action offered after a fault; the page that shows the fault runs it. */
export type FaultAction =
  | 'retry'
  | 'sign-in'
  | 'open-credits'
  | 'open-accounts'
  | 'open-tokens'
  | 'open-models'
  | 'open-platform'
  | 'generate-outline'
  | 'open-run'
  | 'reload'
  | 'look-up';

/** A fault in plain words: what happened, what it means, what to do. */
export interface FaultMessage {
  readonly title: string;
  readonly text: string;
  readonly action: { readonly id: FaultAction; readonly label: string } | null;
  /** Error sentences by field of the submitted form. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** True when a retry may work. */
  readonly temporary: boolean;
}

type Message = readonly [title: string, text: string, action?: FaultAction | undefined];

const ACTION_LABELS: Record<FaultAction, string> = {
  retry: 'Try again',
  'sign-in': 'Sign in again',
  'open-credits': 'Open credits',
  'open-accounts': 'Open accounts',
  'open-tokens': 'Open tokens',
  'open-models': 'Open text models',
  'open-platform': 'Open YouTube data',
  'generate-outline': 'Generate outline',
  'open-run': 'Open run',
  reload: 'Reload',
  'look-up': 'Check status',
};

export const getActionLabel = (action: FaultAction): string => ACTION_LABELS[action];

const TEXT_IS_SAFE = 'What you wrote is safe here.';
const NO_ACCESS: Message = ['You don’t have access to this', 'Ask a team administrator for access to the channel.'];
const GONE_MESSAGE: Message = ['This no longer exists', 'Someone may have removed it. Reload the list.', 'reload'];
const ADMIN_ONLY: Message = ['Only administrators can do this', 'Ask a team owner or administrator to do it.'];
const BUG: Message = [
  'Cutaway sent an invalid request',
  `Nothing was changed. ${TEXT_IS_SAFE} If it happens again, it’s a bug in Cutaway.`,
];

/** One message per failure of contract/errors.ts; a missing one does not compile. */
const MESSAGES: Record<ErrorName, Message> = {
  unauthenticated: ['The service refused the token', `${TEXT_IS_SAFE} Sign in again to send it.`, 'sign-in'],
  no_team: ['This token doesn’t belong to a team', 'Connect with a token that was created in a team.', 'open-accounts'],
  ability_missing: [
    'This token can’t do that',
    'Create a token with the missing ability and sign in with it.',
    'open-accounts',
  ],
  malformed_json: BUG,
  unsupported_media_type: BUG,
  method_not_allowed: BUG,
  malformed_request: BUG,
  headers_too_large: BUG,
  payload_too_large: ['This is too large for the service', `${TEXT_IS_SAFE} Shorten it and send it again.`],
  validation_failed: ['Some fields need attention', 'They’re marked. What you typed is kept.'],
  not_found: GONE_MESSAGE,
  rate_limit_exceeded: [
    'Too many requests this minute',
    'It continues automatically in a moment. Nothing was lost.',
    'retry',
  ],
  server_error: ['The service couldn’t finish this', `Nothing was charged. ${TEXT_IS_SAFE}`, 'retry'],
  read_only: [
    'The disk is full',
    `You can still read. Saving resumes automatically once there’s space. ${TEXT_IS_SAFE}`,
    'retry',
  ],
  unavailable: ['The service is starting or stopping', 'This takes a few seconds.', 'retry'],
  idempotency_key_required: BUG,
  idempotency_key_reused: BUG,
  precondition_required: BUG,
  revision_conflict: [
    'This was changed in the meantime',
    `${TEXT_IS_SAFE} Reload to get the newer version, then compare.`,
    'reload',
  ],
  token_list_admin_only: ADMIN_ONLY,
  token_create_admin_only: ADMIN_ONLY,
  abilities_not_held: [
    'This token can’t grant all of these abilities',
    'A token can only grant abilities that it has itself. Choose fewer, or sign in with a token that has them.',
  ],
  token_delete_admin_only: ADMIN_ONLY,
  token_not_found: ['This token was already deleted', 'It no longer gives access to anything.', 'reload'],
  webhook_create_admin_only: ADMIN_ONLY,
  webhook_update_admin_only: ADMIN_ONLY,
  webhook_delete_admin_only: ADMIN_ONLY,
  webhook_not_found: ['This webhook no longer exists', 'Reload the list.', 'reload'],
  delivery_not_found: ['This delivery no longer exists', 'Deliveries are kept for 30 days. Reload the list.', 'reload'],
  webhook_inactive: ['This webhook is off', 'Turn “Send events” on, then send it again.'],
  channel_lookup_failed: ['This channel wasn’t found', 'Nothing was charged. Check the name or URL.'],
  video_lookup_failed: ['This video wasn’t found', 'Nothing was charged. Check the ID or URL.'],
  platform_unavailable: ['Search isn’t available right now', 'Earlier results are still here.', 'retry'],
  video_not_fetched: ['This video wasn’t found', 'Nothing was created. Check the ID or URL.'],
  video_already_saved: ['This video is already saved as an idea', 'Open the idea, or save the video again.'],
  source_channel_not_found: ['The service doesn’t know this channel', 'Look it up in Intel first, then try again.'],
  lookup_unpaid: ['No credits left for a look-up', 'Nothing was charged.', 'open-credits'],
  bookmark_not_found: ['This bookmark no longer exists', 'Reload the list.', 'reload'],
  competitor_not_found: ['This competitor no longer exists', 'Reload the list.', 'reload'],
  channel_forbidden: NO_ACCESS,
  channel_not_found: ['This channel no longer exists', 'Choose another one at the top left.', 'reload'],
  idea_forbidden: NO_ACCESS,
  idea_not_found: ['This idea no longer exists', 'Someone may have removed it. Reload the list.', 'reload'],
  script_forbidden: NO_ACCESS,
  script_not_found: ['The service doesn’t have this script', `${TEXT_IS_SAFE} Reload the list.`, 'reload'],
  invalid_voice: ['This voice doesn’t belong to the channel', 'Choose another one.'],
  invalid_template: ['This template doesn’t belong to the channel', 'Choose another one.'],
  template_not_found: ['This template no longer exists', 'Reload the list.', 'reload'],
  template_built_in: ['Built-in templates can’t be changed', 'Make a copy and edit that instead.'],
  voice_not_found: ['This voice no longer exists', 'Reload the list.', 'reload'],
  text_model_failed: [
    'The text model couldn’t do this',
    'Nothing was changed. Check its settings, or continue without it.',
  ],
  voice_receipt_unknown: [
    'The service has no record of this check',
    `${TEXT_IS_SAFE} Check the profile again, then save it.`,
  ],
  voice_receipt_expired: ['The check has expired', `${TEXT_IS_SAFE} Check the profile again, then save it.`],
  voice_receipt_used: ['This profile was already saved', 'Reload it to see the saved version.', 'reload'],
  voice_receipt_mismatch: ['The profile changed after it was checked', `${TEXT_IS_SAFE} Check it again, then save it.`],
  insufficient_credits: ['Not enough credits for this length', 'Nothing was charged.', 'open-credits'],
  subscription_paused: [
    'The subscription is paused',
    'Nothing was charged. You can still read, write and export. Resume the subscription to create and generate.',
    'open-credits',
  ],
  outline_required: [
    'The script needs an outline first',
    'Nothing was charged. An outline costs no credits.',
    'generate-outline',
  ],
  no_script_content: ['There’s no text to humanize yet', 'Write the script or generate a draft first.'],
  regeneration_limit_reached: [
    'This script has reached its regeneration limit',
    'Nothing was charged. Your text and all its versions are kept, and you can keep writing.',
  ],
  run_already_active: [
    'A run is already in progress for this script',
    'Nothing was charged. You can watch or cancel it.',
    'open-run',
  ],
  missing_run_id: BUG,
  archive_busy: [
    'Something is still being generated',
    'You can create an archive once that ends or is cancelled.',
    'open-run',
  ],
  thumbnails_not_eligible: [
    'Thumbnails need an active subscription',
    'Nothing was charged. Everything on the board is kept.',
    'open-credits',
  ],
  idea_not_in_channel: GONE_MESSAGE,
  insufficient_thumbnail_quota: [
    'Not enough thumbnail quota',
    'Nothing was charged. Request fewer, or wait for more quota.',
  ],
  insufficient_thumbnail_credits: [
    'Not enough thumbnail quota',
    'Nothing was charged. Request fewer, or wait for more quota.',
  ],
  style_analysis_pending: [
    'The style is still being analysed',
    'This takes a few seconds. Nothing was charged.',
    'retry',
  ],
  board_full: ['The board is full', 'It holds up to 500 pictures. Remove some first.'],
  board_item_not_found: ['This is no longer on the board', 'Reload the board.', 'reload'],
  composition_not_found: ['This composition is no longer on the board', 'Reload the board.', 'reload'],
  picture_not_fetched: ['The picture couldn’t be loaded', 'Nothing was charged.', 'retry'],
  image_refused: ['A picture couldn’t be used', 'Nothing was charged. The reason is next to the field.'],
  script_not_in_channel: ['This script is in another channel', 'Nothing was changed. Choose one from this channel.'],
  run_not_found: ['The service has no record of this run', 'Nothing is running. You can start it again.'],
  run_not_active: ['The run has already ended', 'There was nothing left to cancel.', 'open-run'],
  run_queue_failed: ['The run couldn’t be queued', 'Nothing was charged.', 'retry'],
  prerequisites_not_met: ['The script needs more detail first', 'Nothing was charged. Add a topic and a length first.'],
  script_agent_byok_required: [
    'This model needs your own key',
    'Nothing was charged. Connect its provider, or choose another model.',
    'open-models',
  ],
  script_agent_factory_access_unavailable: [
    'This model can’t be reached',
    'Nothing was charged. Try again in a moment, or choose another model.',
    'open-models',
  ],
  agent_run_queue_failed: ['The run couldn’t be queued', 'Its credits were returned.', 'retry'],
  export_failed: ['The service couldn’t export this script', 'Export the draft from this computer instead.', 'retry'],
  project_forbidden: ['You don’t have access to this project', 'A team administrator can give you access.'],
  project_not_found: ['This project no longer exists', 'It may have been removed in the meantime.', 'reload'],
  project_not_script: ['Only a script can be published', 'Turn the idea into a script first.'],
  video_already_linked: ['Another project has this video', 'Nothing was changed. Remove the link there first.'],
  attachment_not_found: ['This attachment was already removed', 'Nothing was changed.', 'reload'],
  attachment_file_missing: ['This attachment’s file is missing', 'Attach it again.'],
  comment_not_found: ['This comment no longer exists', 'It was deleted in the meantime.', 'reload'],
  comment_not_yours: ['This is another person’s comment', 'Nothing was changed. Ask its author.'],
  project_promoted: ['This idea is now a script', 'Its project continues with the script.', 'reload'],
  notification_not_found: ['This notification no longer exists', 'Nothing was changed.', 'reload'],
  operation_not_found: ['The service has no record of this operation', 'It may be too old.', 'reload'],
  video_project_not_found: ['This video no longer exists', 'Reload the list.', 'reload'],
  video_project_forbidden: NO_ACCESS,
  video_version_not_found: ['This version doesn’t exist', 'Reload the video and choose another version.', 'reload'],
  pass_not_found: ['This pass no longer exists', 'Reload the video.', 'reload'],
  item_not_found: ['This staged edit no longer exists', 'It was already discarded or applied.', 'reload'],
  overlay_not_found: ['This overlay is no longer in the video', 'Reload the video.', 'reload'],
  media_asset_not_found: ['This media asset no longer exists', 'Reload the list.', 'reload'],
  video_not_ready: ['The video isn’t finished', 'Nothing was changed. Try again once it’s complete.', 'retry'],
  video_not_editable: ['This can’t be edited right now', 'Nothing was changed. Staged edits are kept.', 'reload'],
  revision_not_applicable: ['The staged edits can’t be applied right now', 'Nothing was changed.', 'reload'],
  video_configuration_not_ready: [
    'The connected voice can’t be used right now',
    'Nothing was charged. Check it in Settings, Speech.',
    'open-models',
  ],
  video_capability_unavailable: ['This service can’t make videos that way', 'Nothing was charged.'],
  avatar_not_found: GONE_MESSAGE,
  video_provisioning_required: ['Videos can’t be made on this computer right now', 'Nothing was charged.', 'retry'],
  video_file_missing: [
    'This video’s file is missing',
    'It was moved or deleted, or the workspace was imported without its videos.',
  ],
  media_file_missing: ['This media asset’s file is missing', 'Upload it again.'],
  media_upload_offset: ['The upload was interrupted', 'It resumes where it stopped.', 'retry'],
  media_upload_closed: ['This file is already uploaded', 'There’s nothing left to send.', 'reload'],
  media_not_removable: ['This file can’t be removed', 'It’s ready, and videos may use it.', 'reload'],
  media_not_retryable: ['This media asset didn’t fail', 'There’s nothing to retry.', 'reload'],
  workspace_admin_only: ADMIN_ONLY,
  owner_only: ['Only the team’s owner can do this', 'Nothing was changed. Ask them.'],
  owner_stays: ['The owner can’t leave the team', 'Nothing was changed. Hand over the ownership first.'],
  member_not_found: ['This person is no longer in the team', 'They left or were removed.', 'reload'],
  invitation_not_found: ['This invitation can’t be withdrawn', 'It was already used or withdrawn.', 'reload'],
  session_not_found: ['This studio is already signed out', 'Nothing was changed.', 'reload'],
  invitation_unknown: ['Invitation not found', 'Copy the whole invitation again, or ask for a new one.'],
  invitation_expired: ['This invitation has expired', 'Ask for a new one.'],
  invitation_used: ['This invitation has already been used', 'Each one is for one person. Ask for a new one.'],
  invitation_revoked: ['This invitation has been withdrawn', 'Ask for a new one.'],
  provider_not_found: ['This model no longer exists', 'It was already removed.', 'reload'],
  content_conflict: [
    'The service has a newer version of this text',
    'Nothing was overwritten. Both versions are kept: compare them and choose what to keep.',
    'reload',
  ],
};

/** Codes that several failures share, so the message decides. */
const AMBIGUOUS_CODES = new Set(['not_found', 'insufficient_credits']);

/** Current names for the codes of earlier services. */
const FORMER_CODES: Readonly<Record<string, ErrorName>> = { video_unavailable: 'video_provisioning_required' };

/** Returns the contract's name of this failure; null for an unknown one from another service. */
export function getErrorName(failure: ApiFailure): ErrorName | null {
  if (failure.kind !== 'refused') return null;
  const { code, status, message } = failure.error;
  if (code !== null && !AMBIGUOUS_CODES.has(code) && Object.hasOwn(MESSAGES, code)) return code as ErrorName;
  const former = code === null ? undefined : FORMER_CODES[code];
  if (former) return former;
  return (
    MESSAGE_PATTERNS.find(([patternStatus, pattern]) => patternStatus === status && pattern.test(message))?.[2] ?? null
  );
}

/** Turns any failure into a message for a person. An unknown failure shows the service's own message. */
export function explain(failure: ApiFailure): FaultMessage {
  if (failure.kind === 'unreachable') {
    const text =
      failure.sent === 'unclear'
        ? `It was sent, but no response came back. It won’t be sent again automatically. ${TEXT_IS_SAFE}`
        : `Nothing was sent. ${TEXT_IS_SAFE}`;
    return toMessage([failure.message, text, failure.sent === 'unclear' ? 'look-up' : 'retry'], {
      temporary: true,
    });
  }
  if (failure.kind === 'signed_out')
    return toMessage([failure.message, `${TEXT_IS_SAFE} Sign in again to send it.`, 'sign-in']);
  if (failure.kind === 'unreadable') {
    return toMessage([
      'Cutaway couldn’t read the service’s response',
      `${TEXT_IS_SAFE} The service may be newer than this version of Cutaway.`,
      'retry',
    ]);
  }
  const { error } = failure;
  const name = getErrorName(failure);
  const details = {
    fields: translateFieldErrors(readFieldErrors(name, error)),
    temporary: error.retryable || error.status >= 500,
  };
  if (name === 'insufficient_credits') return toMessage(createCreditMessage(error.body), details);
  if (name === 'ability_missing')
    return toMessage([MESSAGES[name][0], `${error.message}. ${MESSAGES[name][1]}`, 'open-accounts'], details);
  const platform = name !== null && PLATFORM_ERRORS.has(name) ? getPlatformMessage(error.body) : null;
  if (platform) return toMessage([platform.title, platform.text, platform.action], details);
  if (name !== null && ERRORS_WITH_REASON.has(name)) return toMessage(addReason(MESSAGES[name], error.body), details);
  if (name !== null) return toMessage(MESSAGES[name], details);
  const text =
    error.status >= 500
      ? `As far as Cutaway can tell, nothing was lost. ${TEXT_IS_SAFE}`
      : `The service responded with error ${error.status}. ${TEXT_IS_SAFE}`;
  return toMessage(error.retryable ? [error.message, text, 'retry'] : [error.message, text], details);
}

/** Failures of the video platform, explained by their cause. */
const PLATFORM_ERRORS: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'channel_lookup_failed',
  'video_lookup_failed',
  'platform_unavailable',
  'video_not_fetched',
  'source_channel_not_found',
]);

/** Failures whose `reason` from the service says more than the message here. */
const ERRORS_WITH_REASON: ReadonlySet<ErrorName> = new Set<ErrorName>([
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

function addReason([title, text, action]: Message, body: Readonly<Record<string, unknown>>): Message {
  // Failures about a revision carry `explanation` instead of `reason`.
  const reason = body['reason'] ?? body['explanation'];
  const message = typeof reason === 'string' && reason !== '' ? `${reason} ${text}` : text;
  return action === undefined ? [title, message] : [title, message, action];
}

/** Shows a picture that could not be fetched at the field that named it. */
function readFieldErrors(name: ErrorName | null, { fields, body }: ReadError): FaultMessage['fields'] {
  const { field, url, reason } = body;
  if (name !== 'picture_not_fetched' || typeof field !== 'string' || typeof reason !== 'string') return fields;
  return { ...fields, [field]: [typeof url === 'string' && url.includes(':') ? `${url}: ${reason}` : reason] };
}

function createCreditMessage(body: Readonly<Record<string, unknown>>): Message {
  const { required_credits: requiredCredits, credits_remaining: remaining } = body;
  const [title, text] = MESSAGES.insufficient_credits;
  if (typeof requiredCredits !== 'number' || typeof remaining !== 'number') return [title, text, 'open-credits'];
  return [title, `It costs ${requiredCredits} and you have ${remaining} left. Nothing was charged.`, 'open-credits'];
}

function toMessage(
  [title, text, action]: Message,
  details: Partial<Pick<FaultMessage, 'fields' | 'temporary'>> = {},
): FaultMessage {
  return {
    title: title.replace(/\.$/, ''),
    text,
    action: action === undefined ? null : { id: action, label: ACTION_LABELS[action] },
    fields: details.fields ?? {},
    temporary: details.temporary ?? false,
  };
}

/** Returns title and text of a failure's message as one text. */
export function describeFailure(failure: ApiFailure): string {
  const { title, text } = explain(failure);
  return `${title}. ${text}`;
}
