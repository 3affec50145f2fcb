/** Maximum per window, for windows of equal length and of twice, four times … that length. */
export interface Peaks {
  /** Duration of the video, in seconds. */
  readonly duration: number;
  readonly levels: readonly Float32Array[];
}

/** `values` are from 0 to 1 and cover `duration`. */
export function computePeaks(values: readonly number[], duration: number): Peaks | null {
  if (values.length === 0 || duration <= 0) return null;
  const levels = [Float32Array.from(values)];
  for (let level = levels[0]; level && level.length > 1; level = levels.at(-1)) {
    const previous = level;
    levels.push(
      Float32Array.from({ length: Math.ceil(previous.length / 2) }, (_, i) =>
        Math.max(previous[i * 2] ?? 0, previous[i * 2 + 1] ?? 0),
      ),
    );
  }
  return { duration, levels };
}

/** Returns the maximum between two moments; looks at only a few values however long that is. */
export function getPeakBetween({ duration, levels }: Peaks, from: number, to: number): number {
  const count = levels[0]?.length ?? 0;
  const perSecond = count / duration;
  const span = Math.max(1, (to - from) * perSecond);
  const depth = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(span))));
  const level = levels[depth];
  if (!level) return 0;
  const scale = perSecond / 2 ** depth;
  const first = Math.max(0, Math.floor(from * scale));
  const last = Math.min(level.length - 1, Math.max(first, Math.ceil(to * scale) - 1));
  let max = 0;
  for (let index = first; index <= last; index += 1) max = Math.max(max, level[index] ?? 0);
  return max;
}
