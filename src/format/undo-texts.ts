/** How long something can still be undone: `9:05`. */
export function formatTimeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What everybody sees after official standings were taken back, as a question. */
export function takeBackQuestion(number: number): string {
  return number === 1
    ? 'Take it back? The standings are provisional again for everybody.'
    : `Take it back? Official ${number - 1} is the latest one again for everybody.`;
}
