import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';

interface Walk {
  readonly input?: unknown;
  readonly events: readonly EventObject[];
  /** States that are the same for this purpose have the same text. */
  readonly serializeState?: (snapshot: AnyMachineSnapshot) => string;
}

/** All states below a node, itself included. */
function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child as AnyStateNode))];
}

/**
 * Walks a machine by every event from every state it comes to, and names the states and transitions that were not
 * reached, as `state: event #index`. Immediate transitions are distinguished by their targets. Several walks may reach
 * different parts: fewer events at a time make fewer states.
 */
export function unreached(machine: AnyStateMachine, ...walks: readonly Walk[]): string[] {
  const seen = new Set<string>();
  const nodes = nodesOf(machine.root);
  const immediate = new Set(nodes.filter(({ always }) => always !== undefined).flatMap(namesOf));
  const indexOf = namesOfTransitions(nodes);
  const see = (steps: readonly AnyMachineSnapshot[]) => {
    for (const [index, step] of steps.entries()) {
      const taken = immediateBetween(step, steps[index + 1]).map((transition) => indexOf.get(transition) ?? '');
      for (const name of [...step._nodes.map(({ id }) => id), ...taken]) {
        seen.add(name);
        immediate.delete(name);
      }
    }
  };
  for (const { input } of walks) see(getInitialMicrosteps(machine, input as never).map(([step]) => step));
  for (const { snapshot, event } of walks.flatMap((walk) => stepsOf(machine, walk))) {
    for (const node of snapshot._nodes) seen.add(node.id);
    for (const transition of machine.getTransitionData(snapshot as never, event as never) ?? []) {
      const name = indexOf.get(transition);
      if (name !== undefined) seen.add(name);
    }
    if (immediate.size === 0) continue;
    see(getMicrosteps(machine, snapshot as never, event as never).map(([step]) => step));
  }
  return [...nodes.map(({ id }) => id), ...indexOf.values()].filter((name) => !seen.has(name));
}

/** Every event from every state that a walk comes to. */
function stepsOf(machine: AnyStateMachine, { input, events, serializeState }: Walk) {
  const map = getAdjacencyMap(machine, {
    input,
    events: events as never,
    limit: 200_000,
    ...(serializeState === undefined ? {} : { serializeState: (state) => serializeState(state as AnyMachineSnapshot) }),
  });
  const snapshots = Object.values(map).map(({ state }) => state as unknown as AnyMachineSnapshot);
  return snapshots.flatMap((snapshot) => events.map((event) => ({ snapshot, event })));
}

function namesOfTransitions(nodes: readonly AnyStateNode[]): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>();
  for (const node of nodes) {
    for (const [event, transitions] of node.transitions) {
      for (const [index, transition] of transitions.entries()) names.set(transition, `${node.id}: ${event} #${index}`);
    }
    for (const [index, transition] of (node.always ?? []).entries()) names.set(transition, alwaysName(node, index));
  }
  return names;
}

function alwaysName({ id }: AnyStateNode, index: number): string {
  return `${id}: always #${index}`;
}

/** A state with immediate transitions, and these. */
function namesOf(node: AnyStateNode): string[] {
  return [node.id, ...(node.always ?? []).map((_, index) => alwaysName(node, index))];
}

/** The immediate transitions that may have led from one step to the next. */
function immediateBetween(step: AnyMachineSnapshot, next: AnyMachineSnapshot | undefined): unknown[] {
  if (next === undefined) return [];
  const entered = new Set(next._nodes);
  return step._nodes
    .filter((node) => !entered.has(node))
    .flatMap(({ always }) => always ?? [])
    .filter(({ target }) => target?.some((node) => entered.has(node)));
}
