import { expose } from 'comlink';

import { convertHere } from './conversion.ts';

const FUNCTIONS = { convert: convertHere };
export type ConvertFunctions = typeof FUNCTIONS;

expose(FUNCTIONS);
