/** The button that sends a form; it keeps its place and width while it is busy. */
export function Send({ word, isBusy, isOff = false }: { word: string; isBusy: boolean; isOff?: boolean }) {
  return (
    <button
      type="submit"
      disabled={isBusy || isOff}
      aria-busy={isBusy}
      className="action w-full bg-redfill text-white disabled:opacity-60"
    >
      {isBusy ? 'One moment …' : word}
    </button>
  );
}
