/** How long something can still be undone: `9:05`. */
export function formatTimeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The question before official standings are taken back: it says what everybody sees after that. */
export function takeBackQuestion(number: number): string {
  return number === 1
    ? 'Take it back? The standings are provisional again for everybody.'
    : `Take it back? Official ${number - 1} is the latest one again for everybody.`;
}
