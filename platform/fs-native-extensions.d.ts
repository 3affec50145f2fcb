/** Declares the part of fs-native-extensions used here; the package ships no types. */
declare module 'fs-native-extensions' {
  /** Locks the whole file behind an open descriptor; false where another descriptor holds it. Ends with the descriptor. */
  export function tryLock(fd: number): boolean;
  export function unlock(fd: number): void;
}
