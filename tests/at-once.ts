/** Takes the next part of the output of a step. */
export type Print = (text: string) => void;

/**
 * Runs steps at the same time. Their outputs come one after the other, in the order of the steps: what a step prints before
 * its turn waits. A step that throws ends no other one. @throws the errors of the steps, when all have ended.
 */
export async function runAtOnce(steps: readonly ((print: Print) => Promise<void>)[], print: Print): Promise<void> {
  const waiting = steps.map(() => '');
  const hasEnded = steps.map(() => false);
  let turn = 0;
  const passTurn = () => {
    while (hasEnded[turn] === true) {
      turn += 1;
      const text = waiting[turn] ?? '';
      if (text !== '') print(text);
    }
  };
  const results = await Promise.allSettled(
    steps.map(async (step, index) => {
      try {
        await step((text) => {
          if (index === turn) print(text);
          else waiting[index] += text;
        });
      } finally {
        hasEnded[index] = true;
        passTurn();
      }
    }),
  );
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
}
