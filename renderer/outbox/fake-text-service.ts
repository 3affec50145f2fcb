/** Fakes the service's copy of one text, which others can also write. */
export class FakeTextService {
  text = '';
  version = 0;
  isAway = false;
  losesAnswer = false;
  checksVersions = true;
  /** Records texts that were put again although the service just had them. */
  readonly repeatedTexts: string[] = [];

  put(text: string, version: number): { version: number } | 'conflict' | 'failed' {
    if (this.isAway) return 'failed';
    if (this.checksVersions && version !== this.version) return 'conflict';
    if (text === this.text) this.repeatedTexts.push(text);
    this.write(text);
    const isLost = this.losesAnswer;
    this.losesAnswer = false;
    return isLost ? 'failed' : { version: this.version };
  }

  write(text: string): void {
    this.text = text;
    this.version++;
  }
}
