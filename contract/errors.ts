import type { ErrorSpec } from './error-spec.ts';
import { PEOPLE_ERRORS } from './people-errors.ts';
import { PROJECT_ERRORS } from './project-errors.ts';
import { isRecord } from './record.ts';

export type { ErrorSpec };

/**
 * `reason` is in plain words, `cause` one of platform-causes.ts, `detail` what the platform itself said, and `until` an
 * ISO 8601 time.
 */
const PLATFORM_EXTRAS = { reason: 'string', cause: 'string', 'detail?': 'string', 'until?': 'string' } as const;

const defineErrors = <const T extends Record<string, ErrorSpec>>(table: T): T => table;

export const ERRORS = defineErrors({
  // Any operation
  unauthenticated: { status: 401, code: 'unauthenticated', message: 'The token is missing or invalid.' },
  no_team: { status: 403, message: 'No team associated with user' },
  ability_missing: { status: 403, message: 'Token does not have {ability} permission' },
  malformed_json: { status: 400, code: 'malformed_json', message: 'The body is not valid JSON.' },
  unsupported_media_type: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'Send the body as application/json.',
  },
  payload_too_large: { status: 413, code: 'payload_too_large', message: 'The body is too large.' },
  /** The HTTP server itself refuses these, before an operation is known. */
  malformed_request: { status: 400, code: 'malformed_request', message: 'This is not a valid HTTP request.' },
  headers_too_large: {
    status: 431,
    code: 'headers_too_large',
    message: 'The headers are too large: the limit is 16 KB in total.',
  },
  validation_failed: { status: 422, form: 'validation', message: 'The given data was invalid.' },
  not_found: { status: 404, code: 'not_found', message: 'Not found' },
  /** The path exists in the contract, but not with this method. */
  method_not_allowed: {
    status: 405,
    code: 'method_not_allowed',
    message: 'This path doesn’t support this method. See the Allow header.',
  },
  rate_limit_exceeded: {
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'Too many requests. Try again after the time in Retry-After.',
  },
  server_error: {
    status: 500,
    code: 'server_error',
    message: 'The service couldn’t finish this. Nothing was charged.',
  },
  read_only: {
    status: 503,
    code: 'read_only',
    message: 'The service’s disk is full. You can still read; writing resumes once there’s space.',
  },
  unavailable: { status: 503, code: 'unavailable', message: 'The service is starting or stopping. Try again shortly.' },

  // Write safety (spec 3 "Revisions")
  idempotency_key_required: {
    status: 422,
    code: 'idempotency_key_required',
    message: 'This operation needs an Idempotency-Key header.',
  },
  idempotency_key_reused: {
    status: 409,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used with another body.',
  },
  precondition_required: {
    status: 428,
    code: 'precondition_required',
    message: 'This operation needs an If-Match header.',
  },
  revision_conflict: {
    status: 409,
    code: 'revision_conflict',
    message: 'This was changed in the meantime.',
    extras: { current_revision: 'string' },
  },

  // Team and tokens (spec 1 §4)
  token_list_admin_only: { status: 403, message: 'Only team administrators can manage API tokens' },
  token_create_admin_only: { status: 403, message: 'Only team administrators can create API tokens' },
  abilities_not_held: {
    status: 403,
    code: 'abilities_not_held',
    message: 'A token can only grant abilities that it has itself. This one lacks {ability}.',
    /** The missing abilities, separated by commas. */
    extras: { missing_abilities: 'string' },
  },
  token_delete_admin_only: { status: 403, message: 'Only team administrators can delete API tokens' },
  token_not_found: { status: 404, code: 'not_found', message: 'Token not found' },

  // Webhooks (spec 1 §4)
  webhook_create_admin_only: { status: 403, message: 'Only team administrators can create webhooks' },
  webhook_update_admin_only: { status: 403, message: 'Only team administrators can update webhooks' },
  webhook_delete_admin_only: { status: 403, message: 'Only team administrators can delete webhooks' },
  webhook_not_found: { status: 404, code: 'not_found', message: 'Webhook not found' },
  delivery_not_found: { status: 404, code: 'not_found', message: 'Delivery not found' },
  webhook_inactive: {
    status: 409,
    code: 'webhook_inactive',
    message: 'The webhook is off, so nothing can be sent to it.',
  },

  // Intel (spec 1 §4)
  channel_lookup_failed: { status: 400, message: 'Channel lookup failed', extras: PLATFORM_EXTRAS },
  video_lookup_failed: { status: 400, message: 'Video lookup failed', extras: PLATFORM_EXTRAS },
  platform_unavailable: {
    status: 503,
    code: 'platform_unavailable',
    message: 'The platform could not be searched.',
    extras: PLATFORM_EXTRAS,
  },
  lookup_unpaid: {
    status: 402,
    code: 'insufficient_credits',
    message: 'A look-up costs 1 credit, and you have none left.',
    extras: { required_credits: 'integer', credits_remaining: 'integer' },
  },
  video_not_fetched: { status: 400, message: 'Could not fetch video', extras: PLATFORM_EXTRAS },
  video_already_saved: {
    status: 409,
    code: 'video_already_saved',
    message: 'This video is already saved as an idea.',
    /** `idea_id` is the newest idea from it. */
    extras: { idea_id: 'integer' },
  },
  source_channel_not_found: {
    status: 404,
    code: 'not_found',
    message: 'Source channel not found',
    extras: PLATFORM_EXTRAS,
  },
  bookmark_not_found: { status: 404, code: 'not_found', message: 'Bookmark not found' },
  competitor_not_found: { status: 404, code: 'not_found', message: 'Competitor not found' },

  // Channels, ideas, scripts
  channel_forbidden: { status: 403, message: 'You do not have access to this channel' },
  channel_not_found: { status: 404, code: 'not_found', message: 'Channel not found' },
  idea_forbidden: { status: 403, message: 'You do not have access to this idea' },
  idea_not_found: { status: 404, code: 'not_found', message: 'Idea not found' },
  script_forbidden: { status: 403, message: 'You do not have access to this script' },
  script_not_found: { status: 404, code: 'not_found', message: 'Script not found' },
  invalid_voice: { status: 422, form: 'validation', message: 'Invalid voice_id for this channel' },
  invalid_template: { status: 422, form: 'validation', message: 'Invalid template_id for this channel' },
  template_not_found: { status: 404, code: 'not_found', message: 'Template not found' },
  template_built_in: { status: 403, code: 'template_built_in', message: 'Built-in templates can’t be changed.' },
  voice_not_found: { status: 404, code: 'not_found', message: 'Voice not found' },
  text_model_failed: {
    status: 503,
    code: 'text_model_failed',
    message: 'The text model couldn’t do this. Nothing was charged.',
    /**
     * `reason` says what went wrong and what to do, in plain words; `written` is what the model had written of a
     * passage until then, or empty.
     */
    extras: { reason: 'string', written: 'string' },
  },
  voice_receipt_unknown: {
    status: 409,
    code: 'voice_receipt_unknown',
    message: 'This receipt isn’t for a voice of this channel. Validate the profile again.',
  },
  voice_receipt_expired: {
    status: 409,
    code: 'voice_receipt_expired',
    message: 'This receipt has expired. Validate the profile again.',
  },
  voice_receipt_used: {
    status: 409,
    code: 'voice_receipt_used',
    message: 'This receipt has already been used to commit a profile.',
  },
  voice_receipt_mismatch: {
    status: 409,
    code: 'voice_receipt_mismatch',
    message: 'This isn’t the profile that was validated. Validate it again.',
  },
  insufficient_credits: {
    status: 402,
    code: 'insufficient_credits',
    message: 'Not enough credits for this length.',
    extras: { required_credits: 'integer', credits_remaining: 'integer' },
  },
  subscription_paused: {
    status: 403,
    code: 'subscription_paused',
    message: 'The subscription is paused. Resume it to create and generate.',
  },
  outline_required: {
    status: 409,
    code: 'outline_required',
    message: 'The script needs an outline first.',
    extras: { outline_required: 'true' },
  },
  no_script_content: { status: 409, code: 'no_script_content', message: 'The script has no text to humanize yet.' },
  regeneration_limit_reached: {
    status: 422,
    code: 'regeneration_limit_reached',
    message: 'This script has reached its regeneration limit.',
  },
  run_already_active: {
    status: 409,
    code: 'run_already_active',
    message: 'A run is already in progress for this script.',
    extras: { run_id: 'string' },
  },
  archive_busy: {
    status: 409,
    code: 'archive_busy',
    message: 'A generation is in progress. You can make an archive once it has finished or been cancelled.',
  },
  missing_run_id: { status: 400, message: 'Missing run_id' },
  run_not_found: { status: 404, code: 'run_not_found', message: 'Run not found' },
  run_not_active: { status: 409, code: 'run_not_active', message: 'The run has already ended.' },
  run_queue_failed: {
    status: 503,
    code: 'run_queue_failed',
    message: 'The run couldn’t be queued. Nothing was charged.',
  },
  prerequisites_not_met: {
    status: 422,
    code: 'prerequisites_not_met',
    message: 'Generating needs a script with a channel, a topic and a length.',
    /** The missing fields among channel, topic and length, separated by commas. */
    extras: { missing: 'string' },
  },
  script_agent_byok_required: {
    status: 422,
    code: 'script_agent_byok_required',
    message: 'This model needs your own key.',
    extras: {
      required_provider: 'string',
      model: 'string',
      resolved_model: 'string',
      settings_url: 'string',
      /** `provider_not_connected` or `key_missing`. */
      reason_code: 'string',
    },
  },
  script_agent_factory_access_unavailable: {
    status: 503,
    code: 'script_agent_factory_access_unavailable',
    message: 'The included model can’t be reached. Nothing was charged.',
  },
  agent_run_queue_failed: {
    status: 503,
    code: 'agent_run_queue_failed',
    message: 'The run couldn’t be queued. Its credits were returned.',
  },
  // Thumbnails (spec 2 §7)
  thumbnails_not_eligible: { status: 403, message: 'not eligible for thumbnail generation' },
  idea_not_in_channel: { status: 404, message: 'Idea not found in this channel' },
  insufficient_thumbnail_quota: {
    status: 429,
    code: 'insufficient_thumbnail_quota',
    message: 'insufficient thumbnail quota',
    extras: { required: 'integer', remaining: 'integer' },
  },
  insufficient_thumbnail_credits: {
    status: 429,
    code: 'insufficient_thumbnail_credits',
    message: 'insufficient thumbnail credits',
    extras: { required: 'integer', remaining: 'integer' },
  },
  style_analysis_pending: {
    status: 409,
    code: 'style_analysis_pending',
    message: 'The reference’s style is still being analysed. Try again in a moment.',
  },
  board_full: { status: 422, form: 'validation', message: 'The board would hold more than 500 images.' },
  board_item_not_found: { status: 422, form: 'validation', message: 'There is no such item on this board.' },
  composition_not_found: { status: 404, message: 'Composition not found' },
  /**
   * A picture named in the request could not be fetched (spec 1 §7, "failed upstream fetch"). An address that is never
   * fetched, such as one on a private host, is `image_refused`.
   */
  picture_not_fetched: {
    status: 400,
    message: 'Could not fetch picture',
    extras: {
      /** The body's field, for example `urls.2`. */
      field: 'string',
      /** The address, or the source if that was named instead. */
      url: 'string',
      reason: 'string',
    },
  },
  /** The file is no usable picture, or its address must not be fetched. */
  image_refused: { status: 422, form: 'validation', message: 'A picture could not be taken in.' },
  script_not_in_channel: { status: 422, form: 'validation', message: 'There is no such script in this channel.' },

  export_failed: { status: 400, message: 'Script export failed' },

  // Operations and videos (spec 2 §4)
  operation_not_found: { status: 404, code: 'not_found', message: 'Operation not found' },
  video_project_not_found: { status: 404, code: 'not_found', message: 'Video project not found' },
  video_project_forbidden: { status: 403, message: 'You do not have access to this video project' },
  video_version_not_found: { status: 404, code: 'not_found', message: 'Version not found' },
  pass_not_found: { status: 404, code: 'not_found', message: 'Revision pass not found' },
  item_not_found: { status: 404, code: 'not_found', message: 'Staged edit not found' },
  overlay_not_found: { status: 404, code: 'not_found', message: 'Overlay not found' },
  media_asset_not_found: { status: 404, code: 'not_found', message: 'Media asset not found' },
  video_not_ready: { status: 409, code: 'video_not_ready', message: 'This video has no finished version.' },
  video_not_editable: {
    status: 409,
    code: 'video_not_editable',
    message: 'This video can’t be edited right now.',
    /** Repeats the explanation of edit_availability, in plain words. */
    extras: { explanation: 'string' },
  },
  revision_not_applicable: {
    status: 409,
    code: 'revision_not_applicable',
    message: 'The staged edits can’t be applied right now.',
    extras: { explanation: 'string' },
  },
  video_provisioning_required: {
    status: 503,
    code: 'video_provisioning_required',
    message: 'Videos can’t be made on this computer right now. Nothing was charged.',
    /** `reason` says what is missing and what to do, in plain words. */
    extras: { reason: 'string' },
  },
  video_configuration_not_ready: {
    status: 503,
    code: 'video_configuration_not_ready',
    message: 'The connected voice can’t be used right now. Nothing was charged.',
    /** `reason` says why and what to do, in plain words. */
    extras: { reason: 'string' },
  },
  video_capability_unavailable: {
    status: 409,
    code: 'video_capability_unavailable',
    message: 'This service can’t make videos that way. Nothing was charged.',
    /** `reason` says what is missing, in plain words. */
    extras: { reason: 'string' },
  },
  avatar_not_found: { status: 404, code: 'not_found', message: 'Avatar not found' },
  video_file_missing: {
    status: 503,
    code: 'video_file_missing',
    message: 'This video’s file is missing.',
  },
  media_file_missing: {
    status: 503,
    code: 'media_file_missing',
    message: 'This media asset’s file is missing.',
  },
  media_upload_offset: {
    status: 409,
    code: 'media_upload_offset',
    message: 'This isn’t the next part of the file. Continue from uploaded_bytes.',
    extras: { uploaded_bytes: 'integer' },
  },
  media_upload_closed: { status: 409, code: 'media_upload_closed', message: 'This file has already been uploaded.' },
  media_not_removable: {
    status: 409,
    code: 'media_not_removable',
    message: 'Only media that failed or was not uploaded completely can be removed.',
  },
  media_not_retryable: {
    status: 409,
    code: 'media_not_retryable',
    message: 'Only failed media assets can be processed again.',
  },

  // The workspace's own endpoints under /local/v1
  workspace_admin_only: { status: 403, message: 'Only the team’s owner or an admin can do this' },
  ...PEOPLE_ERRORS,
  ...PROJECT_ERRORS,
  provider_not_found: { status: 404, code: 'not_found', message: 'Model provider not found' },
  content_conflict: {
    status: 409,
    code: 'content_conflict',
    message: 'The service has a newer version of this text.',
    extras: { outline_version: 'integer', content_version: 'integer' },
  },
});

export type ErrorName = keyof typeof ERRORS;

/** Every authenticated operation may answer these; the table lists only additional ones. */
export const COMMON_ERRORS = [
  'unauthenticated',
  'no_team',
  'rate_limit_exceeded',
  'server_error',
  'unavailable',
] as const satisfies readonly ErrorName[];

/** Every operation with a body may also answer these. */
export const BODY_ERRORS = [
  'malformed_json',
  'unsupported_media_type',
  'payload_too_large',
  'validation_failed',
  'read_only',
] as const satisfies readonly ErrorName[];

/**
 * The fields needed to show an error to a person, read from any of the three envelopes (spec 3 "Error
 * envelopes").
 */
export interface ReadError {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  /** Sentences by field; empty if the failure is not about fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryable: boolean;
  /** The whole body, for extras such as required_credits. */
  readonly body: Readonly<Record<string, unknown>>;
}

const toSentences = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

const isCode = (errorText: string): boolean => /^[a-z][a-z0-9_]+$/.test(errorText);

function readFields(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([field, list]) => [field, toSentences(list)]));
}

/** Reads a failure body of any service, local or remote; never throws. */
export function readError(status: number, value: unknown): ReadError {
  const body = isRecord(value) ? value : {};
  const nestedError = isRecord(body['error']) ? body['error'] : null;
  const errorText = typeof body['error'] === 'string' ? body['error'] : null;
  const code =
    [nestedError?.['code'], body['code'], errorText].find(
      (code): code is string => typeof code === 'string' && isCode(code),
    ) ?? null;
  const message = [nestedError?.['message'], body['message'], errorText].find(
    (message): message is string => typeof message === 'string' && message !== '',
  );
  return {
    status,
    code,
    message: message ?? `The service responded with ${status}.`,
    fields: readFields(nestedError?.['field_errors'] ?? body['errors']),
    retryable: nestedError?.['retryable'] === true || status === 429 || status === 503,
    body,
  };
}
