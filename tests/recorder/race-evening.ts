import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Destination } from '../../recorder/call-server.ts';
import { Recorder } from '../../recorder/recorder.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { openReceiver, type UdpReceiver } from '../../recorder/udp-receiver.ts';
import type { TimedDatagram } from '../simulator/packets/race-packets.ts';

interface EveningOptions {
  readonly folder: string;
  readonly destination: () => Destination | null;
  readonly startsAt: number;
}

/** A recorder that listens on UDP, and a game that sends to it. Time is that of the game, however fast it sends. */
export class RaceEvening {
  readonly #options: EveningOptions;
  readonly #game: Socket = createSocket('udp4');
  #receiver: UdpReceiver | null = null;
  #now: number;
  #received = 0;
  recorder: Recorder;
  readonly said: string[] = [];

  private constructor(options: EveningOptions) {
    this.#options = options;
    this.#now = options.startsAt;
    this.recorder = this.#start();
  }

  static async open(options: EveningOptions): Promise<RaceEvening> {
    const evening = new RaceEvening(options);
    evening.#receiver = await openReceiver({
      port: 0,
      host: '127.0.0.1',
      forward: [],
      onDatagram: (datagram) => {
        evening.#received += 1;
        evening.recorder.receive(datagram, evening.#now);
      },
    });
    return evening;
  }

  #start(): Recorder {
    const recorder = new Recorder({
      spool: new Spool(this.#options.folder),
      destination: this.#options.destination,
      live: {},
      now: () => this.#now,
      say: (text) => this.said.push(text),
    });
    recorder.open();
    return recorder;
  }

  /** Sends packets over UDP, each time at its own; what `isLost` names is not sent. */
  async play(packets: Iterable<TimedDatagram>, isLost: (index: number, time: number) => boolean = () => false) {
    let index = 0;
    let sent = 0;
    const before = this.#received;
    for (const { time, datagram } of packets) {
      const now = this.#options.startsAt + time;
      if (now !== this.#now) {
        // All of a moment is received before the next one begins.
        while (this.#received - before < sent) await nextTurn();
        this.#now = now;
      }
      index += 1;
      if (isLost(index, time)) continue;
      this.#game.send(datagram, this.#receiver?.port ?? 0, '127.0.0.1');
      sent += 1;
    }
    while (this.#received - before < sent) await nextTurn();
  }

  /** The recorder is stopped and started again. */
  restart(): void {
    this.recorder.close();
    this.recorder = this.#start();
  }

  /** Lets time pass without packets. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async close(): Promise<void> {
    this.recorder.close();
    await this.#receiver?.close();
    const closed = once(this.#game, 'close');
    this.#game.close();
    await closed;
  }
}
