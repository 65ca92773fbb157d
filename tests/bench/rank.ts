/**
 * Two-sided p of the Mann-Whitney U test (normal approximation with tie correction): small when two samples differ in
 * more than chance would have it.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((left, right) => left.value - right.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    const size = end - start;
    ties += size ** 3 - size;
    for (let index = start; index < end; index += 1) if (all[index]?.isOne === true) rankSum += rank;
    start = end;
  }
  const [n, m, total] = [one.length, other.length, all.length];
  const mean = (n * (total + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  const z = Math.abs(rankSum - mean) / Math.sqrt(variance);
  return 2 * (1 - normal(z));
}

/** The normal distribution up to z (Abramowitz and Stegun 26.2.17, within 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
