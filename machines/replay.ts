import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening } from './actor-types.ts';
import { eventOf } from './event-params.ts';

/** How many times as fast as the race a replay can be played. */
export const replaySpeeds = [1, 2, 4, 8, 16] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

/** The race in ms: its begin, its end, and where it is watched from. */
interface Input {
  readonly start: number;
  readonly end: number;
  readonly time: number;
}

interface Context extends Input {
  readonly speed: ReplaySpeed;
}

type ReplayEvent =
  | { readonly type: 'play.toggle' }
  | { readonly type: 'time.seek'; readonly time: number }
  | { readonly type: 'speed.change'; readonly speed: ReplaySpeed }
  | { readonly type: 'clock.ticked'; readonly elapsed: number };

const within = ({ start, end }: Input, time: number) => Math.min(end, Math.max(start, time));

/** A stored race that is watched again: played at a speed, paused, and moved to any time of it. */
export const replayMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as ReplayEvent, tags: {} as 'playing' },
  actors: {
    /** Sends `clock.ticked` with the ms since the last one, for as long as the page is visible. */
    clock: listening('clock'),
  },
  guards: {
    isOver: ({ context: { time, end } }) => time >= end,
    reachesEnd: ({ context: { time, end, speed } }, { elapsed }: { elapsed: number }) => time + elapsed * speed >= end,
  },
  actions: {
    seek: assign(({ context }, { time }: { time: number }) => ({ time: within(context, time) })),
    advance: assign(({ context }, { elapsed }: { elapsed: number }) => ({
      time: within(context, context.time + elapsed * context.speed),
    })),
    restart: assign(({ context }) => ({ time: context.start })),
    setSpeed: assign((_, { speed }: { speed: ReplaySpeed }) => ({ speed })),
  },
}).createMachine({
  id: 'replay',
  context: ({ input }) => ({ ...input, time: within(input, input.time), speed: 1 }),
  initial: 'paused',
  on: {
    'time.seek': { actions: { type: 'seek', params: eventOf } },
    'speed.change': { actions: { type: 'setSpeed', params: eventOf } },
  },
  states: {
    paused: {
      on: { 'play.toggle': [{ guard: 'isOver', target: 'playing', actions: 'restart' }, { target: 'playing' }] },
    },
    playing: {
      tags: 'playing',
      invoke: { src: 'clock' },
      on: {
        'play.toggle': 'paused',
        'clock.ticked': [
          {
            guard: { type: 'reachesEnd', params: eventOf },
            target: 'paused',
            actions: { type: 'advance', params: eventOf },
          },
          { actions: { type: 'advance', params: eventOf } },
        ],
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof replayMachine>;

export function selectIsPlaying(snapshot: Snapshot): boolean {
  return snapshot.hasTag('playing');
}
