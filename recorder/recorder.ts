// One piece: the life of a session from its first packet to its upload.
import { addressOf } from '#contract/api/address';
import { getRecordingNames } from '#contract/calls/recorders';
import { RecordingNames } from '#contract/entities/line-up';
import { toDocument } from '#contract/live/to-document';
import { callServer, type Destination } from './call-server.ts';
import { LivePublisher } from './live-publisher.ts';
import { endSentence } from './sentence.ts';
import type { SessionRecord } from './session/session-record.ts';
import { type ReceivedPacket, type Reception, SessionTracker } from './session/session-tracker.ts';
import type { Journal } from './spool/journal.ts';
import { PacketSelection } from './spool/packet-selection.ts';
import { type Spool, uploadKeyOf } from './spool/spool.ts';
import { Uploader } from './spool/uploader.ts';

/** How live sessions are published. */
export interface LiveOptions {
  /** The viewers' key; without one sessions are public. */
  readonly key?: string;
  readonly delaySeconds?: number;
  readonly useTcp?: boolean;
}

interface RecorderOptions {
  readonly spool: Spool;
  /** Where sessions go to; null while there is no token. */
  readonly destination: () => Destination | null;
  /** Null: sessions are only uploaded once they are over. */
  readonly live: LiveOptions | null;
  /** Milliseconds since 1970; of a recording that is replayed, its own time. */
  readonly now: () => number;
  /** Shows a message of one line. */
  readonly say: (text: string) => void;
}

/** The interval of changes to viewers, in ms. */
const liveInterval = 100;
/** How often a journal is written to the disk for good or tried again, and silence is looked for, in ms. */
const maintenanceInterval = 1_000;
/** How often the server is asked who drives: a line-up may change at the last minute, in ms. */
const namesInterval = 30_000;
/** How long to wait for that, in ms. */
const namesTimeout = 3_000;
/** A session is shown once that many ms of it were received: the first packets do not name all drivers. */
const liveAfter = 500;

/** Counts of recordings by outcome. */
export interface Outcomes {
  /** The server has them. */
  readonly stored: number;
  /** Why the others are not stored. */
  readonly failures: readonly string[];
}

/** The server's responses to an upload, as text. */
const words = {
  created: 'stored',
  replaced: 'stored, an older version was replaced',
  same: 'stored before',
  kept: 'not stored, the server has kept another version',
} as const;

/** A session that is being recorded. */
interface Recording {
  session: SessionRecord;
  /** Its name in the spool. */
  readonly name: string;
  readonly journal: Journal;
  readonly selection: PacketSelection;
  /** The id of its live session. */
  liveId: string;
  /** The token that this id was made for; null while it is the first one. */
  liveIdFor: string | null;
  publisher: LivePublisher | null;
  readonly since: number;
  /** It has changed since viewers got it. */
  isChanged: boolean;
  /** What the server knows of its drivers; null before it has answered, or could not. */
  names: RecordingNames | null;
  /** When it was last asked; null before. */
  namesAskedAt: number | null;
}

/** Records the sessions of the game: shows each live, and uploads it once it is over. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #tracker: SessionTracker;
  readonly #uploader: Uploader;
  #recording: Recording | null = null;
  /** Live sessions that end once their upload is stored, by their id. */
  readonly #ending = new Map<string, LivePublisher>();
  /** Live sessions whose end the server has not confirmed. */
  readonly #closing = new Set<LivePublisher>();
  /** The names of the recordings in the spool. A session that goes on is in the one that it was in. */
  readonly #names = new WeakMap<SessionRecord, string>();
  /** The recording whose packets are read again. */
  #restoring: string | null = null;
  #stored = 0;
  readonly #failures: string[] = [];
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#tracker = new SessionTracker({
      onStart: (session) => this.#begin(session),
      onPacket: (session, received) => this.#follow(session, received),
      onEnd: (session) => this.#finish(session),
    });
    this.#uploader = new Uploader({
      spool: options.spool,
      destination: options.destination,
      onUploaded: ({ upload }, { id, uploadResult }, path) => {
        this.#stored += 1;
        const where = new URL(`/sessions/${id}`, options.destination()?.server);
        const note = path === null ? '' : ` (what was recorded stays in ${path})`;
        options.say(`${words[uploadResult]}: ${where}${note}`);
        this.#endLive(upload.liveId, id);
      },
      onRefused: ({ upload }, reason, path) => {
        this.#fail(`the server does not store the session: ${endSentence(reason)} It is kept in ${path}`);
        this.#endLive(upload.liveId, null);
      },
    });
  }

  /** Continues earlier recordings, and uploads waiting ones. */
  open(): void {
    const { spool, now, say } = this.#options;
    for (const path of spool.setAsideUnreadable())
      say(
        `a session that waited to be uploaded cannot be read: it is made of its packets again. It is kept in ${path}`,
      );
    spool.removeOld(now());
    this.#uploader.open();
    for (const { recording, frames } of spool.listInterrupted()) {
      this.#restoring = recording;
      for (const { datagram, time } of frames) this.#tracker.receive(datagram, time);
    }
    this.#restoring = null;
    this.#tracker.session?.restartLoss();
    this.#tracker.advance(now());
    this.#timers.push(
      setInterval(() => this.#showLive(), liveInterval),
      setInterval(() => this.#maintain(), maintenanceInterval),
    );
  }

  /** Takes a datagram, which may be anything. */
  receive(datagram: Uint8Array, receivedAt: number): void {
    this.#tracker.receive(datagram, receivedAt);
  }

  reception(): Reception {
    return this.#tracker.reception();
  }

  /** The session that runs, or null. */
  get session(): SessionRecord | null {
    return this.#tracker.session;
  }

  /** The connection of the session that runs, or null. */
  get publisher(): LivePublisher | null {
    return this.#recording?.publisher ?? null;
  }

  /** The id of the live session that runs, or null. */
  get liveId(): string | null {
    return this.#recording?.publisher == null ? null : this.#recording.liveId;
  }

  /** Whether there is somewhere to upload to. */
  get hasDestination(): boolean {
    return this.#options.destination() !== null;
  }

  /** The sessions that wait to be uploaded or written, with the reason. */
  get storage(): {
    readonly uploads: number;
    readonly uploadFailure: string | null;
    readonly diskFailure: string | null;
  } {
    return {
      uploads: this.#uploader.waiting,
      uploadFailure: this.#uploader.failure,
      diskFailure: this.#recording?.journal.failure ?? null,
    };
  }

  /** The outcomes of sessions that have ended and are no longer waiting. */
  get outcomes(): Outcomes {
    return { stored: this.#stored, failures: this.#failures };
  }

  /** Why the server does not accept the token, or null: as after the recorder was removed from its account. */
  get tokenRefusal(): string | null {
    if (this.#uploader.isTokenRefused) return this.#uploader.failure;
    const publisher = this.publisher;
    return publisher?.isTokenRefused === true ? publisher.refusal : null;
  }

  /** Ends the session that runs: a recording is over. */
  end(): void {
    this.#tracker.end();
  }

  /** Tries at once what waits or was refused, such as after pairing. */
  retry(): void {
    this.#uploader.send();
    const recording = this.#recording;
    if (recording?.publisher == null || recording.publisher.isLive) return;
    recording.publisher.stop();
    recording.publisher = null;
    recording.isChanged = true;
    this.#showLive();
  }

  /** Stops. The next start continues unfinished sessions. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#showLive();
    this.#recording?.publisher?.stop();
    this.#recording?.journal.close();
    for (const publisher of [...this.#ending.values(), ...this.#closing]) publisher.stop();
    this.#uploader.close();
  }

  #begin(session: SessionRecord): void {
    const { spool } = this.#options;
    // One that begins again before anything was driven is the same session to its viewers.
    if (this.#recording?.session.gameSession === session.gameSession) {
      this.#names.set(session, this.#recording.name);
      this.#recording.session = session;
      if (this.#recording.names !== null) session.know(this.#recording.names);
      return;
    }
    const name = this.#names.get(session) ?? this.#restoring ?? spool.nameRecording(session.gameSession.toString());
    this.#names.set(session, name);
    this.#recording = {
      session,
      name,
      journal: spool.openJournal(name),
      selection: new PacketSelection(),
      liveId: spool.liveIdOf(name),
      liveIdFor: null,
      publisher: null,
      since: this.#options.now(),
      isChanged: true,
      names: null,
      namesAskedAt: null,
    };
  }

  /** Asks the server for the line-up that names cars without a name. Without an answer they keep the names of the game. */
  async #askNames(recording: Recording): Promise<void> {
    const { destination, now } = this.#options;
    const [target, place] = [destination(), recording.session.place];
    const { namesAskedAt } = recording;
    if (target === null || place === null) return;
    if (namesAskedAt !== null && now() - namesAskedAt < namesInterval) return;
    recording.namesAskedAt = now();
    const address = addressOf(getRecordingNames, {}, { ...place, trackId: String(place.trackId) });
    const names = await callServer(address, target, { answer: RecordingNames, timeout: namesTimeout }).catch(
      () => null,
    );
    const found = names ?? recording.names ?? { seats: [], aliases: [] };
    if (JSON.stringify(found) === JSON.stringify(recording.names)) return;
    recording.names = found;
    recording.session.know(found);
    recording.isChanged = true;
  }

  #follow(session: SessionRecord, received: ReceivedPacket): void {
    const recording = this.#recording;
    if (recording === null || recording.session !== session) return;
    recording.isChanged = true;
    const selected = recording.selection.select(received);
    if (this.#restoring !== null) return;
    for (const { datagram, receivedAt } of selected) recording.journal.append({ time: receivedAt, datagram });
  }

  #finish(session: SessionRecord): void {
    const recording = this.#recording;
    this.#recording = null;
    recording?.journal.close();
    const { spool, live } = this.#options;
    const name = this.#names.get(session) ?? session.gameSession.toString();
    const upload = session.toUpload();
    const publisher = recording?.publisher ?? null;
    if (upload === null) {
      if (publisher !== null) this.#endPublisher(publisher);
      if (session.hasContent) this.#keepPackets(name);
      else spool.removeEmpty(name);
      return;
    }
    const liveId = live === null || recording === null ? null : recording.liveId;
    if (publisher !== null && liveId !== null) {
      publisher.update(toDocument(session.read()), session.time);
      this.#ending.set(liveId, publisher);
    }
    this.#uploader.add({ recording: name, key: uploadKeyOf(upload), upload: { ...upload, liveId } });
  }

  #showLive(): void {
    const recording = this.#recording;
    const { live, now, destination } = this.#options;
    if (recording === null || !recording.session.isKnown) return;
    void this.#askNames(recording);
    if (live === null || !recording.isChanged) return;
    const target = destination();
    const isAsking = recording.names === null && recording.session.place !== null;
    const shownAfter = isAsking ? namesTimeout : liveAfter;
    if (target === null || now() - recording.since < shownAfter) return;
    recording.isChanged = false;
    this.#leaveTakenId(recording, target);
    recording.publisher ??= this.#openPublisher(recording.liveId, target, live);
    recording.publisher.update(toDocument(recording.session.read()), recording.session.time);
  }

  /** A recorder that was connected to another account in a race goes on there, in a live session of that account. */
  #leaveTakenId(recording: Recording, { token }: Destination): void {
    // The server may refuse the new id too, for another reason.
    if (recording.publisher?.isIdTaken !== true || recording.liveIdFor === token) return;
    recording.publisher.stop();
    recording.publisher = null;
    recording.liveId = this.#options.spool.renewLiveIdOf(recording.name);
    recording.liveIdFor = token;
    this.#options.say('this race was live in another account: it goes on in this one, with a new address');
  }

  #openPublisher(id: string, { server, token }: Destination, live: LiveOptions): LivePublisher {
    const publisher = new LivePublisher({
      server,
      token: async () => this.#options.destination()?.token ?? token,
      id,
      // The server is reached at its address from here, which may be another one than it has for others.
      publishUrl: (url) => server.replace(/^http/, 'ws').replace(/\/$/, '') + new URL(url).pathname,
      warn: () => undefined,
      ...live,
    });
    publisher.open();
    this.#options.say(`live: ${new URL(`/live/${id}`, server)}`);
    return publisher;
  }

  /** The server ends a live session with its upload; one that it could not is stopped. */
  #endLive(liveId: string | null | undefined, sessionId: string | null): void {
    if (liveId == null) return;
    const publisher = this.#ending.get(liveId);
    this.#ending.delete(liveId);
    if (publisher === undefined) return;
    if (sessionId === null) publisher.stop();
    else this.#endPublisher(publisher, sessionId);
  }

  #endPublisher(publisher: LivePublisher, sessionId?: string): void {
    this.#closing.add(publisher);
    void publisher.end(sessionId).then(() => this.#closing.delete(publisher));
  }

  /** Laps were driven, and no session can be made of them, such as when the game never said what is driven where. */
  #keepPackets(name: string): void {
    const path = this.#options.spool.markNotStored(name, 'the packets make no session that can be stored');
    this.#fail(`a session cannot be stored: its packets make none. They are kept in ${path}`);
  }

  #fail(text: string): void {
    this.#failures.push(text);
    this.#options.say(text);
  }

  #maintain(): void {
    this.#tracker.advance(this.#options.now());
    const journal = this.#recording?.journal;
    if (journal?.failure != null) journal.flush();
    journal?.sync();
  }
}
