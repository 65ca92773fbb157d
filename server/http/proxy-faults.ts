import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../settings/env.ts';

/** One line of the log for each kind of fault in this time, in ms. */
const pauses = { upgrade: 60_000, forwarded: 3_600_000 };

/** Where the proxy of a server is: on its machine or in its network. */
const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

interface Log {
  readonly warn: (fields: object, text: string) => void;
}

/** Logs faults of the proxy in front of this server: visitors see only that a page does not work. */
export class ProxyFaults {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #nextAt = { upgrade: 0, forwarded: 0 };

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** A WebSocket was requested, but not in the way that HTTP asks for one. */
  reportLostUpgrade({ headers, httpVersion }: IncomingMessage): void {
    // Every WebSocket client sends the key, and every proxy passes it on: without it, the address was opened in a browser.
    if (headers['sec-websocket-key'] === undefined || !this.#isDue('upgrade')) return;
    const missing = [
      ...(httpVersion === '1.1' ? [] : ['HTTP/1.1']),
      ...(headers.upgrade === undefined ? ['the header Upgrade'] : []),
      ...(/\bupgrade\b/i.test(headers.connection ?? '') ? [] : ['the header Connection: upgrade']),
    ];
    this.#log.warn(
      { missing },
      `live timing was refused with 426: the proxy does not pass on ${missing.join(', ')}; docs/hosting.md, "Proxies", has its settings`,
    );
  }

  /** A request came through a proxy that TRUST_PROXY does not name. */
  reportUntrusted({ headers, socket }: IncomingMessage): void {
    if (headers['x-forwarded-for'] === undefined || !isNear(socket.remoteAddress) || !this.#isDue('forwarded')) return;
    this.#log.warn(
      { proxy: socket.remoteAddress },
      'a proxy sends X-Forwarded-For, but TRUST_PROXY is off: all visitors share the limits of one address',
    );
  }

  #isDue(kind: keyof typeof pauses): boolean {
    const now = this.#now();
    if (now < this.#nextAt[kind]) return false;
    this.#nextAt[kind] = now + pauses[kind];
    return true;
  }
}

/** Logs the faults of a proxy in front of this app. */
export function watchProxy(app: FastifyInstance, { trustProxy }: Env, now: () => Date): ProxyFaults {
  const faults = new ProxyFaults(app.log, () => now().getTime());
  if (trustProxy === false) {
    app.addHook('onRequest', ({ raw }, _, done) => {
      faults.reportUntrusted(raw);
      done();
    });
  }
  return faults;
}

function isNear(address = ''): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return near.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}
