import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/** The default export of `@lucide/svelte/icons/<name>`. */
export type IconType = Component<LucideProps>;

/** Props that a trigger snippet must spread onto its button. */
export type TriggerProps = Record<string, unknown>;
