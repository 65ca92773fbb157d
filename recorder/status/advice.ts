import { endSentence } from '../sentence.ts';
import type { Reception } from '../session/session-tracker.ts';

interface Situation {
  readonly reception: Reception;
  readonly server: string;
  readonly isReceiving: boolean;
  readonly packetsPerSecond: number;
  readonly hasToken: boolean;
  readonly tokenRefusal: string | null;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly live: { readonly state: string; readonly reason: string | null };
  readonly uploadFailure: string | null;
  readonly diskFailure: string | null;
  readonly hasJustStarted: boolean;
}

/** The game sends 60 packets of cars a second, or fewer when its menu says so; with all others about four times that. */
const slowRate = 15;
const manyPackets = 100;

/** The remedy for the most important fault; null without a fault. */
export function adviceFor(situation: Situation): string | null {
  const { reception, server, hasToken, tokenRefusal, live, uploadFailure, diskFailure } = situation;
  if (diskFailure !== null)
    return `What is recorded cannot be written: ${endSentence(diskFailure)} It stays in memory until it can.`;
  return (
    adviceOnPackets(situation) ??
    (hasToken
      ? null
      : 'This recorder has no account yet: create a code in your settings under Recorders, and start it with --pair CODE or enter the code on its page. What it records until then is uploaded afterwards.') ??
    (tokenRefusal === null
      ? null
      : `Neither live nor uploaded: ${endSentence(tokenRefusal)} What it records until then is uploaded afterwards.`) ??
    (live.state === 'refused'
      ? `Not live: ${endSentence(live.reason ?? 'the server refused it')}${networkAdvice(live.reason, server)}`
      : null) ??
    (uploadFailure === null
      ? null
      : `Not uploaded yet: ${endSentence(uploadFailure)} It is tried again.${networkAdvice(uploadFailure, server)}`) ??
    (reception.ofOthers > manyPackets
      ? 'Two games send to this port: only the session that began last is recorded. Give each its own recorder and port.'
      : null)
  );
}

/** Advice for an unreachable server; empty otherwise. */
function networkAdvice(reason: string | null, server: string): string {
  if (reason?.includes('cannot be reached') !== true) return '';
  const { hostname } = new URL(server);
  return /^(localhost|127\.|\[::1\])/.test(hostname)
    ? ` ${hostname} is this computer: is the server running here? --server names another one.`
    : ` Is ${hostname} on, and is this computer in its network? --server names another address.`;
}

/** The reason why no received packet is usable; null if one is. */
function unusable({ received, rejected, lastRejection }: Reception): string | null {
  const count = Object.values(rejected).reduce((sum, each) => sum + each, 0);
  return received > 0 || count === 0 || lastRejection === null ? null : endSentence(lastRejection);
}

/** Why a recording holds no session that can be stored. */
export function reasonOf(reception: Reception): string {
  const reason = unusable(reception);
  if (reason !== null) return `nothing of the recording can be used: ${reason}`;
  return 'the recording has no session in which a lap was completed or a result was sent.';
}

function adviceOnPackets(situation: Situation): string | null {
  const { reception, isReceiving, packetsPerSecond, hasJustStarted } = situation;
  if (isReceiving) {
    const isSlow = !hasJustStarted && packetsPerSecond < slowRate;
    return isSlow ? 'Few packets come: set “UDP Send Rate” to 60 Hz in the game’s telemetry settings.' : null;
  }
  const reason = unusable(reception);
  if (reason !== null) return `Something comes, but nothing of it can be used: ${reason}`;
  if (hasJustStarted || reception.received > 0) return null;
  return nothingComes(situation);
}

function nothingComes({ port, addresses }: Situation): string {
  const address = addresses.length === 0 ? 'the address of this computer' : addresses.join(' or ');
  return [
    'No packets yet. In the game, under Settings, Telemetry Settings:',
    '“UDP Telemetry” must be On,',
    `“UDP Port” ${port},`,
    `“UDP IP Address” 127.0.0.1 when the game runs on this computer, else ${address}.`,
    'A console must be in the same network as this computer, and its firewall must permit this program to receive UDP.',
  ].join(' ');
}
