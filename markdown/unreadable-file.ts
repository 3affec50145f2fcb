/** Thrown for a file that is not a readable document; the message is a plain sentence. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const DAMAGED_MESSAGE = 'The document is damaged and can’t be read.';
export const TOO_LARGE_MESSAGE = 'Unpacked, the document is far too large for a script.';
export const TOO_DEEP = 'The document is nested too deeply to be read.';
export const NOT_WORD = 'This file isn’t a Word document, despite its name.';
export const PROTECTED_MESSAGE =
  'The document is protected by a password. Remove the password in Word, then import it again.';
export const OLD_WORD = 'This is a document of an old Word version (.doc). Save it as .docx first.';
