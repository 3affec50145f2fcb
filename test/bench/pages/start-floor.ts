import { sampleScript } from '../sample-script.ts';
import { reportFocus } from './start.ts';

const area = document.createElement('textarea');
area.value = sampleScript(2000);
document.querySelector('#host')!.append(area);
area.focus();
reportFocus(() => document.activeElement === area);
