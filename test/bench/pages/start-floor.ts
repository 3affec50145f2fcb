import { sampleScript } from '../sample-script.ts';
import { focused } from './start.ts';

const area = document.createElement('textarea');
area.value = sampleScript(2000);
document.querySelector('#host')!.append(area);
area.focus();
focused(() => document.activeElement === area);
