/** Locates files that every installation contains, named after their content: those of the sample team's video. */
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('./shipped/', import.meta.url);

export const getShippedFile = (name: string): string => fileURLToPath(new URL(name, FOLDER));
