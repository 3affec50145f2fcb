import * as opening from '../features/scripts/opening.ts';
import { earlyEditor } from './early-editor.ts';

earlyEditor.module = opening;
