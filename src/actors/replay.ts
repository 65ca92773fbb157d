import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { EventFrom } from 'xstate';
import type { Session } from '#contract/entities/session';
import type { TrackOutline } from '#contract/entities/track';
import { type Moment, momentHref } from '#contract/race/replay/moment';
import { replayOf } from '#contract/race/replay/replay';
import { type ReplaySpeed, replayMachine, selectIsPlaying } from '#machines/replay';
import { replayMarks, stepFrom } from '../format/replay-marks.ts';
import { leadIn } from '../format/session-moments.ts';
import { createUnfollowedRace } from './live.ts';
import { typedCallback } from './typed-callback.ts';

export { type ReplaySpeed, replaySpeeds } from '#machines/replay';

/** A replay with its actions. */
export type ReplayControls = ReturnType<typeof useReplay>;

/** The picture changes as often as that of a live race, in ms. */
const tickInterval = 100;
/** The address follows once the replay has been still for so long, in ms. */
const addressDelay = 400;
/** A key moves the replay by so much, in ms. */
const keyStep = 5_000;

/** Plays a stored session, from a moment of its address on. Session and outline are those of the first call. */
export function useReplay(session: Session, outline: Pick<TrackOutline, 'points' | 'length'>, moment: Moment) {
  const [{ store, replay, marks, machine, input, written }] = useState(() => {
    const created = replayOf(session, outline);
    const race = createUnfollowedRace();
    race.accept({ type: 'snapshot', seq: 0, document: created.at(Math.max(created.start, moment.at)) });
    return {
      store: race,
      replay: created,
      marks: replayMarks(session, created),
      machine: replayMachine.provide({ actors: { clock: typedCallback<EventFrom<typeof replayMachine>>(runClock) } }),
      input: { start: created.start, end: created.duration, time: moment.at },
      written: { at: moment.at },
    };
  });
  const ref = useActorRef(machine, { input });
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = ref.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [ref],
  );
  const timeNow = () => ref.getSnapshot().context.time;
  const seek = (to: number) => ref.send({ type: 'time.seek', time: to });
  const toggle = () => ref.send({ type: 'play.toggle' });

  const writeAddress = useEffectEvent(() => {
    const at = Math.round(timeNow() / 100) * 100;
    if (at === written.at) return;
    written.at = at;
    history.replaceState(history.state, '', momentHref({ at, cars: moment.cars }));
  });
  useEffect(() => {
    let shown = -1;
    let frame: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A finger on the bar moves it more often than a picture can be drawn.
    const show = () => {
      frame = null;
      const time = ref.getSnapshot().context.time;
      if (time === shown) return;
      shown = time;
      store.accept({ type: 'snapshot', seq: 0, document: replay.at(time) });
    };
    const subscription = ref.subscribe((snapshot) => {
      clearTimeout(timer);
      if (!selectIsPlaying(snapshot)) timer = setTimeout(() => writeAddress(), addressDelay);
      frame ??= requestAnimationFrame(show);
    });
    return () => {
      clearTimeout(timer);
      if (frame !== null) cancelAnimationFrame(frame);
      subscription.unsubscribe();
    };
  }, [ref, store, replay]);

  // Another moment of the same session: a link, or Back.
  const followAddress = useEffectEvent((at: number) => {
    if (at === written.at) return;
    written.at = at;
    seek(at);
  });
  useEffect(() => followAddress(moment.at), [moment.at]);

  const step = (direction: 1 | -1) => seek(timeNow() + direction * keyStep);
  const stepLap = (direction: 1 | -1) => {
    const to = stepFrom(marks.laps, timeNow(), direction);
    if (to !== null) seek(to);
  };
  const stepIncident = (direction: 1 | -1) => {
    const times = marks.incidents.map(({ at }) => at - leadIn);
    const to = stepFrom(times, timeNow(), direction);
    if (to !== null) seek(to);
    return marks.incidents[times.indexOf(to ?? Number.NaN)] ?? null;
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, shiftKey } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || document.querySelector('dialog[open]') !== null) return;
    const isBar = target.matches('input[type="range"]');
    if (key === ' ' && target.closest('a, button, summary') !== null) return;
    if (target.closest('input, select, textarea') !== null && !isBar) return;
    const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null;
    if (key === ' ') toggle();
    else if (direction === null) return;
    else if (shiftKey) stepLap(direction);
    else step(direction);
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return {
    store,
    start: replay.start,
    duration: replay.duration,
    gaps: replay.gaps,
    marks,
    timeNow,
    subscribe,
    isPlaying: useSelector(ref, selectIsPlaying),
    speed: useSelector(ref, ({ context }) => context.speed),
    toggle,
    seek,
    stepIncident,
    setSpeed: (speed: ReplaySpeed) => ref.send({ type: 'speed.change', speed }),
  };
}

/** The time that is shown, in ms since the start of the session; it changes ten times a second. */
export function useReplayTime({ timeNow, subscribe }: Pick<ReplayControls, 'timeNow' | 'subscribe'>): number {
  return useSyncExternalStore(subscribe, timeNow, timeNow);
}

/** The time between two ticks is measured: a timer of a busy page is late. A hidden page stands still. */
function runClock(send: (event: EventFrom<typeof replayMachine>) => void): () => void {
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsed = now - before;
    before = now;
    if (document.visibilityState === 'visible') send({ type: 'clock.ticked', elapsed });
  }, tickInterval);
  return () => clearInterval(timer);
}
