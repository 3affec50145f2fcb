/** Stands in for Electron's session: it records what the shell sets. */
import { EventEmitter } from 'node:events';
import type { SessionApi } from '../electron-api.ts';

export class StandInSession extends EventEmitter implements SessionApi {
  permissionRequest: Parameters<SessionApi['setPermissionRequestHandler']>[0] | undefined;
  permissionCheck: Parameters<SessionApi['setPermissionCheckHandler']>[0] | undefined;
  devicePermission: (() => boolean) | undefined;
  displayMedia: Parameters<SessionApi['setDisplayMediaRequestHandler']>[0] | undefined;
  spellChecker: boolean | undefined;
  dictionaryAddress: string | undefined;
  spellCheckerLanguages: string[] | undefined;
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr'];
  readonly ownWords: string[] = [];
  beforeRequest:
    | ((details: { url: string; webContentsId?: number }, callback: (response: { cancel?: boolean }) => void) => void)
    | undefined;
  requestFilter: { urls: string[] } | undefined;
  readonly webRequest: SessionApi['webRequest'] = {
    onBeforeRequest: (filter, listener) => {
      this.requestFilter = filter;
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: Parameters<SessionApi['setPermissionRequestHandler']>[0]): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Parameters<SessionApi['setPermissionCheckHandler']>[0]): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.devicePermission = handler;
  }
  setDisplayMediaRequestHandler(handler: Parameters<SessionApi['setDisplayMediaRequestHandler']>[0]): void {
    this.displayMedia = handler;
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable;
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    this.ownWords.push(word);
    return true;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.dictionaryAddress = url;
  }
  setSpellCheckerLanguages(languages: string[]): void {
    if (languages.some((language) => !this.availableSpellCheckerLanguages.includes(language))) {
      throw new Error('Invalid language code provided');
    }
    this.spellCheckerLanguages = languages;
  }
}
