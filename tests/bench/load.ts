import { Agent, get } from 'node:http';

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The number below which a part of some numbers is; for 1 the largest. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Measures two things in turn, so that a machine that slows down slows both; medians of the rounds after the first. */
export async function alternate(
  rounds: number,
  measureOne: () => Promise<number>,
  measureOther: () => Promise<number>,
): Promise<{ one: number; other: number }> {
  const [ones, others]: [number[], number[]] = [[], []];
  await measureOne();
  await measureOther();
  for (let round = 0; round < rounds; round += 1) {
    ones.push(await measureOne());
    others.push(await measureOther());
  }
  return { one: median(ones), other: median(others) };
}

/** Asks `count` times over 8 kept connections; CPU milliseconds of this process a request, server and client together. */
export async function load(address: string, count: number, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const before = process.cpuUsage();
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await new Promise<void>((resolve, reject) => {
        get(address, { agent, headers }, (response) => {
          response.resume();
          response.once('end', resolve);
        }).once('error', reject);
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const { user, system } = process.cpuUsage(before);
  agent.destroy();
  return (user + system) / 1_000 / count;
}
