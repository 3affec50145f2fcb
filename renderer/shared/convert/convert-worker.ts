import { ConversionError, convertHere, type Conversion } from './conversion.ts';

self.onmessage = ({ data }: MessageEvent<Conversion>): void => {
  convertHere(data).then(
    (made) => self.postMessage({ ok: true, made }),
    (error: unknown) =>
      self.postMessage({ ok: false, message: error instanceof ConversionError ? error.message : null }),
  );
};
