import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject } from 'xstate';
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
 * Walks a machine by every event from every state it comes to, and names what was never reached: states, and transitions
 * as `state: event #index`. Immediate transitions are seen by where they lead.
 */
export function unreached(machine: AnyStateMachine, { input, events, serializeState }: Walk): string[] {
  const map = getAdjacencyMap(machine, {
    input,
    events: events as never,
    limit: 200_000,
    ...(serializeState === undefined ? {} : { serializeState: (state) => serializeState(state as AnyMachineSnapshot) }),
  });
  const seen = new Set<string>();
  const nodes = nodesOf(machine.root);
  const indexOf = new Map<unknown, string>();
  for (const node of nodes) {
    for (const [event, transitions] of node.transitions) {
      for (const [index, transition] of transitions.entries())
        indexOf.set(transition, `${node.id}: ${event} #${index}`);
    }
  }
  for (const { state } of Object.values(map)) {
    const snapshot = state as unknown as AnyMachineSnapshot;
    for (const node of snapshot._nodes) seen.add(node.id);
    for (const event of events) {
      for (const transition of machine.getTransitionData(snapshot as never, event as never) ?? []) {
        const name = indexOf.get(transition);
        if (name !== undefined) seen.add(name);
      }
    }
  }
  return [...nodes.map(({ id }) => id), ...indexOf.values()].filter((name) => !seen.has(name));
}
