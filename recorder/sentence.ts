/** A reason as the end of a sentence: those of the server have a full stop, those of the recorder have none. */
export function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
