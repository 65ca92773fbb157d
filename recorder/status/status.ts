import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import type { Recorder } from '../recorder.ts';
import { adviceFor } from './advice.ts';

/** The status of the recorder, for the terminal and its page. */
export interface Status {
  readonly server: string;
  readonly hasToken: boolean;
  /** Why the server does not accept the token, or null. */
  readonly tokenRefusal: string | null;
  readonly port: number;
  /** Addresses of this computer that a console can send to. */
  readonly addresses: readonly string[];
  /** Packets of the game have come within the last seconds. */
  readonly isReceiving: boolean;
  readonly packetsPerSecond: number;
  /** The packet format of the game, or null. */
  readonly format: number | null;
  readonly lost: number;
  readonly rejected: number;
  readonly session: {
    readonly title: string;
    readonly lap: number | null;
    readonly laps: number | null;
    readonly cars: number;
    readonly lapsSeen: number;
    readonly lapsDriven: number;
  } | null;
  readonly live: {
    readonly state: 'off' | 'connecting' | 'live' | 'refused';
    readonly address: string | null;
    readonly reason: string | null;
  };
  readonly uploads: number;
  readonly uploadFailure: string | null;
  readonly diskFailure: string | null;
  /** The remedy for a fault, or null. */
  readonly advice: string | null;
}

interface StatusSources {
  readonly recorder: Recorder;
  readonly server: () => string;
  readonly hasToken: () => boolean;
  readonly port: number;
  readonly addresses: () => readonly string[];
  readonly isLive: boolean;
  readonly isReplaying: boolean;
}

/** Packets are counted over this time, in ms. */
const window = 3_000;
/** Advice is shown after this time without a packet, in ms. */
const startTime = 10_000;

/** Reads the status of a recorder. `now` in ms. */
export function createStatusReader(sources: StatusSources): (now: number) => Status {
  const { recorder, hasToken, port, addresses, isLive, isReplaying } = sources;
  /** How many packets had come, at times in ms. */
  const counts: { readonly at: number; readonly received: number }[] = [];
  let begunAt: number | null = null;
  return (now) => {
    begunAt ??= now;
    const reception = recorder.reception();
    counts.push({ at: now, received: reception.received });
    while ((counts[1]?.at ?? now) < now - window) counts.shift();
    const [first] = counts;
    const elapsed = now - (first?.at ?? now);
    const received = reception.received - (first?.received ?? 0);
    const { storage, session, publisher, liveId } = recorder;
    const detail = session?.isKnown === true ? session.read() : null;
    const completeness = session?.completeness();
    const laps = detail?.drivers.flatMap(({ currentLapNumber }) => currentLapNumber ?? []) ?? [];
    const rejected = Object.values(reception.rejected).reduce((sum, count) => sum + count, 0);
    const state = !isLive
      ? 'off'
      : publisher === null
        ? 'off'
        : publisher.isLive
          ? 'live'
          : publisher.refusal === null
            ? 'connecting'
            : 'refused';
    const server = sources.server();
    const status = {
      server,
      hasToken: hasToken(),
      tokenRefusal: recorder.tokenRefusal,
      port,
      addresses: addresses(),
      isReceiving: received > 0,
      packetsPerSecond: elapsed === 0 ? 0 : Math.round((received * 1_000) / elapsed),
      format: [...reception.formats.keys()].at(-1) ?? null,
      lost: reception.lost,
      rejected,
      session:
        detail === null
          ? null
          : {
              title: `${typeName(detail.sessionType)}, ${trackName(detail.trackId)}`,
              lap: laps.length === 0 ? null : Math.max(...laps),
              laps: detail.numberOfLaps,
              cars: detail.drivers.length,
              lapsSeen: completeness?.lapsRecorded ?? 0,
              lapsDriven: completeness?.laps ?? 0,
            },
      live: {
        state,
        address: liveId === null ? null : new URL(`/live/${liveId}`, server).href,
        reason: publisher?.refusal ?? null,
      },
      uploads: storage.uploads,
      uploadFailure: storage.uploadFailure,
      diskFailure: storage.diskFailure,
    } as const;
    const hasJustStarted = now - begunAt < startTime;
    return { ...status, advice: isReplaying ? null : adviceFor({ ...status, reception, hasJustStarted }) };
  };
}

/** The status in one line. */
export function statusLine(status: Status): string {
  const { session, live } = status;
  const parts = [
    session === null
      ? status.isReceiving
        ? 'the game is in its menus'
        : `listening on UDP port ${status.port}`
      : `${session.title}${session.lap === null ? '' : `, lap ${session.lap}${session.laps === null ? '' : `/${session.laps}`}`}, ${session.cars} cars`,
    status.format === null ? null : `format ${status.format}`,
    `${status.packetsPerSecond} packets/s`,
    status.lost === 0 ? null : `${status.lost} lost`,
    status.rejected === 0 ? null : `${status.rejected} rejected`,
    status.uploads === 0 ? null : `${status.uploads} to upload`,
    status.diskFailure,
    // The last part, as the longest: a narrow terminal cuts it.
    { off: null, connecting: 'connecting', live: `live at ${live.address}`, refused: 'not live' }[live.state],
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
