import * as module from '../features/scripts/page/early-editor.ts';
import { loadedEditor } from './early-editor.ts';

loadedEditor.module = module;
