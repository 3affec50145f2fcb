import { mount } from 'svelte';
import '../tokens.css';
import '../base.css';
import { Theme, type ThemeChoice } from '../theme.svelte.ts';
import Kit from './Kit.svelte';

/** Shows every UI component in every state: /ui/kit/kit.html?theme=dark&show=dialog */
const query = new URLSearchParams(location.search);
const theme = new Theme({ choice: (query.get('theme') ?? 'system') as ThemeChoice });
const target = document.getElementById('kit');
if (target) mount(Kit, { target, props: { theme, show: query.get('show') ?? '' } });
