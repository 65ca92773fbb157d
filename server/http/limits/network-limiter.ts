import { type CreateLimiter, consume, type Limiter } from '../../storage/limiters.ts';
import { networkOf, siteOf } from '../client-network.ts';

/** Counts actions by where they come from: those of a network, and those of its site, which has more points. */
export class NetworkLimiter {
  readonly #networks: Limiter;
  readonly #sites: Limiter;

  /** `points`: of a network in so many `seconds`. A site has `factor` times as many. */
  constructor(create: CreateLimiter, name: string, points: number, seconds: number, factor = 4) {
    this.#networks = create(name, points, seconds);
    this.#sites = create(`${name}-site`, points * factor, seconds);
  }

  /** Uses one point. Returns the seconds to wait when there is none, else 0. */
  async consume(address: string): Promise<number> {
    const [network, site] = [networkOf(address), siteOf(address)];
    const wait = await consume(this.#networks, network);
    // An IPv4 address is a network and a site at once.
    return wait > 0 || site === network ? wait : consume(this.#sites, site);
  }

  /** Takes back one point that was used. */
  async giveBack(address: string): Promise<void> {
    const [network, site] = [networkOf(address), siteOf(address)];
    await this.#networks.reward(network);
    if (site !== network) await this.#sites.reward(site);
  }
}
