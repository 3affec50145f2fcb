import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/** An icon component: the default export of `@lucide/svelte/icons/<name>`. */
export type IconType = Component<LucideProps>;

/** Props a trigger snippet receives and must spread onto its button. */
export type TriggerProps = Record<string, unknown>;
