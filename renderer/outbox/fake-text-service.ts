/** Fakes the service's copy of one text, which others can write too. */
export class FakeTextService {
  text = '';
  version = 0;
  away = false;
  losesAnswer = false;
  checksVersions = true;
  /** Records texts that were put again although the service just had them. */
  readonly twice: string[] = [];

  put(text: string, version: number): { stored: number } | 'conflict' | 'failed' {
    if (this.away) return 'failed';
    if (this.checksVersions && version !== this.version) return 'conflict';
    if (text === this.text) this.twice.push(text);
    this.write(text);
    const lost = this.losesAnswer;
    this.losesAnswer = false;
    return lost ? 'failed' : { stored: this.version };
  }

  write(text: string): void {
    this.text = text;
    this.version++;
  }
}
