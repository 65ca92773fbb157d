import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** The first snapshot of an actor that fits; pending for good where the actor is stopped before. XState's own `waitFor` would be part of every first page. */
export function snapshotWhen<Ref extends AnyActorRef>(
  ref: Ref,
  fits: (snapshot: SnapshotFrom<Ref>) => boolean,
): Promise<SnapshotFrom<Ref>> {
  return new Promise((resolve) => {
    const check = () => {
      const snapshot: SnapshotFrom<Ref> = ref.getSnapshot();
      if (!fits(snapshot)) return;
      subscription.unsubscribe();
      resolve(snapshot);
    };
    const subscription = ref.subscribe(check);
    check();
  });
}
