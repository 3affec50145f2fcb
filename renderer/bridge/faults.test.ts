import { describe, expect, it } from 'vitest';

import { ERRORS, readError, type ErrorName, type ErrorSpec } from '#contract/errors.ts';

import { getErrorName, explain, describeFailure } from './faults.ts';

const buildBody = ({ code, message, form }: ErrorSpec): Record<string, unknown> =>
  form === 'validation'
    ? { message, errors: { [/voice_id|template_id/.exec(message)?.[0] ?? 'title']: ['Too long.'] } }
    : code === undefined
      ? { error: message.replace('{ability}', 'scripts:write') }
      : { error: code, code, message };

describe('explain', () => {
  it.each(Object.entries(ERRORS) as [ErrorName, ErrorSpec][])('has a text for %s', (name, spec) => {
    const failure = { kind: 'refused', error: readError(spec.status, buildBody(spec)) } as const;
    const recognizedName = getErrorName(failure);
    // The three token refusals differ only in their verb and mean the same to a person.
    expect(recognizedName?.replace(/^token_(create|delete)_admin/, 'token_list_admin')).toBe(
      name.replace(/^token_(create|delete)_admin/, 'token_list_admin'),
    );
    const message = explain(failure);
    expect(message.title).not.toMatch(/[.!]$|_|please|oops/i);
    expect(message.text).toMatch(/\.$/);
    expect(`${message.title} ${message.text}`).not.toMatch(/!|undefined|null/);
  });

  it('tells how many credits are missing before it offers a way to get some', () => {
    const body = { error: 'insufficient_credits', required_credits: 12, credits_remaining: 3 };
    const message = explain({ kind: 'refused', error: readError(402, body) });
    expect(message.text).toBe('It costs 12 and you have 3 left. Nothing was charged.');
    expect(message.action?.id).toBe('open-credits');
  });

  it('returns errors per field for a form', () => {
    const error = readError(422, { message: 'Invalid', errors: { title: ['At most 255 characters.'] } });
    expect(explain({ kind: 'refused', error }).fields).toEqual({ title: ['At most 255 characters.'] });
  });

  it('shows an image that could not be fetched at its field, with the reason', () => {
    const reason = 'The server responded with 404.';
    const body = { error: 'Could not fetch picture', field: 'urls.1', url: 'https://example.org/a.png', reason };
    const message = explain({ kind: 'refused', error: readError(400, body) });
    expect(message.fields).toEqual({ 'urls.1': ['https://example.org/a.png: The server responded with 404.'] });
    expect(message.text).toBe('The server responded with 404. Nothing was charged.');
  });

  it('includes the service’s explanation of why an edit does not fit', () => {
    const explanation = 'The presenter staged for this block doesn’t show this text.';
    const body = { error: 'video_not_editable', code: 'video_not_editable', message: 'No.', explanation };
    const message = explain({ kind: 'refused', error: readError(409, body) });
    expect(message.text).toBe(`${explanation} Nothing was changed. Staged edits are kept.`);
  });

  it('understands the error code that earlier services use for missing video support', () => {
    const body = { error: 'video_unavailable', message: 'No.', reason: 'There is no ffmpeg.' };
    const failure = { kind: 'refused', error: readError(503, body) } as const;
    expect(getErrorName(failure)).toBe('video_provisioning_required');
    expect(explain(failure).text).toBe('There is no ffmpeg. Nothing was charged.');
  });

  it('shows an unknown error in the service’s own words', () => {
    const error = readError(418, { error: { code: 'teapot', message: 'Short and stout.', retryable: true } });
    const message = explain({ kind: 'refused', error });
    expect(message.title).toBe('Short and stout');
    expect(message.action?.id).toBe('retry');
  });

  it('never offers a retry when the request may have been carried out', () => {
    const unclear = explain({ kind: 'unreachable', message: 'No answer came.', sent: 'unclear' });
    expect(unclear.action?.id).toBe('look-up');
    expect(explain({ kind: 'unreachable', message: 'No answer came.', sent: 'no' }).action?.id).toBe('retry');
    expect(describeFailure({ kind: 'signed_out', message: 'Signed out.' })).toMatch(
      /^Signed out\. What you wrote is safe/,
    );
  });
});
