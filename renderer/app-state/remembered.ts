import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { Settings } from '#contract/settings.ts';

/** Kept in localStorage, so that the first paint needs no answer of the host. Never contains secrets. */
export interface RememberedState {
  readonly settings: Settings;
  readonly account: string;
}

const KEY = 'cutaway';

export function remember(storage: Pick<Storage, 'setItem'>, value: RememberedState): void {
  try {
    storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage is full or disabled: the next start asks the host, like the first one did.
  }
}

export function recall(storage: Pick<Storage, 'getItem'>): RememberedState {
  try {
    const value = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<RememberedState>;
    const account = typeof value.account === 'string' ? value.account : LOCAL_ACCOUNT;
    const settings = { ...DEFAULT_SETTINGS, ...value.settings };
    // Only the host may show the welcome, which must not flash for someone who dismissed it.
    return { account, settings: { ...settings, welcome_dismissed: true } };
  } catch {
    return { account: LOCAL_ACCOUNT, settings: { ...DEFAULT_SETTINGS, welcome_dismissed: true } };
  }
}
