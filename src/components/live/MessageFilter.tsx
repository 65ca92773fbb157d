import { messageChoices } from '../../format/live-event-words.ts';
import { Options } from '../form/Options.tsx';

interface MessageFilterProps {
  readonly chosen: string;
  readonly onChosen: (chosen: string) => void;
}

/** Selects the messages of race control that are shown. */
export function MessageFilter({ chosen, onChosen }: MessageFilterProps) {
  return (
    <select
      aria-label="Show"
      value={chosen}
      onChange={({ target }) => onChosen(target.value)}
      className="h-11 rounded-8 border border-line bg-panel px-3 font-650"
    >
      <Options of={messageChoices} />
    </select>
  );
}
