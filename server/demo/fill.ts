import { v5 } from 'uuid';
import type { SessionUpload } from '#contract/api/bodies';
import { colours } from '#contract/colours/colours';
import { SessionType, Track } from '#contract/enumerations';
import type { Context } from '../domain/context.ts';
import { addSeason, createLeague } from '../domain/leagues.ts';
import { prepareUpload } from '../domain/prepare-upload.ts';
import { mirrorProfile } from '../domain/profiles.ts';
import { createRevision } from '../domain/revisions.ts';
import { addEvents, addSessions } from '../domain/season-events.ts';
import { createSeason } from '../domain/seasons.ts';
import { convertThumbnail } from '../domain/thumbnail.ts';
import { uploadSession } from '../domain/upload-session.ts';
import { hasContent } from '../storage/content.ts';
import type { Storage } from '../storage/open-storage.ts';
import { findProfile } from '../storage/profiles.ts';
import { drawLeagueImage } from './league-images.ts';
import { readWeekend } from './recordings.ts';
import { decisions, ruleOn, type StoredSession } from './stewards.ts';

const day = 86_400_000;
const namespace = '0c6f1b52-3f0c-4f8b-8c0c-6d7e1f1d3a77';

interface Round {
  readonly track: Track;
  readonly name: string;
  /** Days from today; the race is in the evening. */
  readonly inDays: number;
  /** The weekend that was driven; null for a round to come. */
  readonly recording: string | null;
}

const thursdayRounds: readonly Round[] = [
  { track: Track.Sakhir, name: 'Desert Night Opener', inDays: -36, recording: 'sakhir' },
  { track: Track.Jeddah, name: 'Corniche Sprint', inDays: -29, recording: 'jeddah' },
  { track: Track.Suzuka, name: 'Figure of Eight', inDays: -22, recording: 'suzuka' },
  { track: Track.Silverstone, name: 'Airfield Grand Prix', inDays: -8, recording: 'silverstone' },
  { track: Track.Monza, name: 'Temple of Speed', inDays: -1, recording: 'monza' },
  { track: Track.Zandvoort, name: 'Season Finale', inDays: 6, recording: null },
];

const rookieRounds: readonly Round[] = [
  { track: Track.Austria, name: 'Alpine Debut', inDays: -19, recording: 'austria' },
  { track: Track.Catalunya, name: 'Second Steps', inDays: -5, recording: 'catalunya' },
  { track: Track.Spa, name: 'The Long Lap', inDays: 9, recording: null },
];

interface Plan {
  readonly league: Awaited<ReturnType<typeof createLeague>>;
  readonly name: string;
  readonly rounds: readonly Round[];
  readonly decisions: typeof decisions;
  /** The round after which the standings were made official. */
  readonly officialAfter: number;
}

const quotas = { sessions: 2_000, bytes: 500e6, leagues: 100, seasons: 200 };

/** The evening of a day, ISO 8601 UTC. */
function evening(now: Date, inDays: number): string {
  const date = new Date(now.getTime() + inDays * day);
  date.setUTCHours(19, 30, 0, 0);
  return date.toISOString();
}

/** The user who owns the demo leagues. */
export const demoAdmin = { userId: v5('admin', namespace), username: 'RaceControl', avatarUrl: null };

/** The user who records the race that is always running. */
export const demoRecorder = { userId: v5('recorder', namespace), username: 'Pit Wall', avatarUrl: null };

/** The user who records the qualifying that is always running. */
export const demoTimekeeper = { userId: v5('timekeeper', namespace), username: 'Timekeeper', avatarUrl: null };

interface DemoOptions {
  readonly storage: Storage;
  readonly now: Date;
  /** Called before an empty database is filled, which takes seconds. */
  readonly onFill?: () => void;
}

/**
 * Fills an empty database with demo leagues, seasons and races, with the functions of the API and in one transaction. A
 * database with content is not changed.
 */
export async function fillDemo({ storage, now, onFill }: DemoOptions): Promise<void> {
  if (await hasContent(storage.database)) return;
  onFill?.();
  const admin = demoAdmin;
  const driver = { userId: v5('driver', namespace), username: 'Mika Varga', avatarUrl: null };
  const options = { isStored: false, now: now.toISOString(), check: async () => undefined };
  for (const user of [admin, driver]) await mirrorProfile(storage, user, options);
  const images = {
    thursday: await convertThumbnail(await drawLeagueImage('LNL', colours.redfill, colours.amber, 5)),
    rookies: await convertThumbnail(await drawLeagueImage('RC', colours.favouriterow, colours.green, 3)),
  };
  await storage.transaction(async (transaction) => {
    // Each entity is a minute newer than the previous one, so that lists have a stable order.
    let minutes = 90;
    const as = (caller: typeof admin): Context => {
      minutes -= 1;
      return {
        transaction,
        caller,
        // The owner of everything here has every right.
        right: 'manageLeague',
        now: new Date(now.getTime() - minutes * 60_000).toISOString(),
        afterCommit: () => undefined,
      };
    };
    const league = (name: string, description: string, image: Buffer) =>
      createLeague(as(admin), {
        body: { name, description, discord: null, website: null, isPublic: true, thumbnailBase64: null },
        image,
        quotas,
      });
    const rookies = await league(
      'Rookie Cup',
      'Quarter-distance races for people in their first season. Assists are welcome, wheel banging is not.',
      images.rookies,
    );
    const thursday = await league(
      'Late Night League',
      'Twenty drivers, every week after dark. Half-distance races with full qualifying, stewards on duty, no excuses.',
      images.thursday,
    );
    const plans: readonly Plan[] = [
      { league: rookies, name: 'Rookie Cup 2', rounds: rookieRounds, decisions: {}, officialAfter: 2 },
      { league: thursday, name: 'Season 4', rounds: thursdayRounds, decisions, officialAfter: 4 },
    ];
    for (const plan of plans) {
      const season = await createSeason(as(admin), {
        name: `${plan.league.value.name} · ${plan.name}`.replace(/^(.*) · \1/, '$1'),
        quotas,
      });
      await addSeason(as(admin), { id: plan.league.value.id, seasonId: season.value.id, expected: null, quotas });
      const events = plan.rounds.map(({ track, name, inDays }) => ({
        track,
        name,
        startsAt: evening(now, inDays),
        pointsFactor: 1,
        hasSprint: null,
      }));
      const { value } = await addEvents(as(admin), { id: season.value.id, expected: null, events });
      for (const [index, round] of plan.rounds.entries()) {
        const eventId = value.events[index]?.id;
        if (round.recording === null || eventId === undefined) continue;
        const sessions = await store(as(admin), readWeekend(round.recording, evening(now, round.inDays)));
        const sessionIds = sessions.map(({ id }) => id);
        await addSessions(as(admin), { id: value.id, eventId, sessionIds, expected: null });
        const race = sessions.find(({ upload }) => upload.sessionType === SessionType.Race);
        const number = index + 1;
        if (race !== undefined) await ruleOn(() => as(admin), value.id, race, plan.decisions[number] ?? []);
        if (number === plan.officialAfter)
          await createRevision(as(admin), {
            id: value.id,
            expected: null,
            note: `After the stewards’ decisions on round ${number}`,
          });
      }
    }
    await store(as(driver), readWeekend('imola', evening(now, -12)));
    await store(as(driver), readWeekend('montreal', evening(now, -3)));
  });
}

/** Whether the database was filled by `fillDemo`. */
export async function hasDemo({ database }: Storage): Promise<boolean> {
  return (await findProfile(database, demoAdmin.userId)) !== null;
}

async function store(context: Context, uploads: readonly SessionUpload[]): Promise<StoredSession[]> {
  const stored: StoredSession[] = [];
  for (const upload of uploads) {
    const { id } = await uploadSession(context, await prepareUpload(upload));
    stored.push({ id, upload });
  }
  return stored;
}
