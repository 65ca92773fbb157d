import type { RosterDriver } from '#contract/entities/roster';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/form/TextArea.tsx';
import { formatCount } from '../../../format/count.ts';
import { contentLength } from '../../../format/pasted-cells.ts';
import { parseRoster } from './typed-roster.ts';

const limit = 10_000;

interface RosterListProps {
  readonly roster: readonly RosterDriver[];
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onAdd: (drivers: ReturnType<typeof parseRoster>['drivers']) => void;
}

/** Adds many drivers at once, from a list with one in each line. It is a part of the form of the roster. */
export function RosterList({ roster, text, onType, onAdd }: RosterListProps) {
  const { drivers, errors, known } = parseRoster(text, roster);
  const length = contentLength(text);
  return (
    <fieldset aria-label="List of drivers" className="stack min-w-0 gap-3 border-t border-line pt-3">
      <p className="text-mute">
        One driver in each line: race number, name, team, and “reserve” for a reserve. Lines can be pasted from a
        spreadsheet.
      </p>
      <TextArea
        label="Drivers, one in each line"
        name="roster-list"
        rows={6}
        limit={limit}
        length={length}
        placeholder={'44, Ada Okoro, Scuderia Lanza\nMarc Dubois, Meridian Racing\nDiego Gil, reserve'}
        value={text}
        error={errors.length === 0 ? null : errors.join(' ')}
        onChange={({ target }) => onType(target.value)}
      />
      {known === 0 ? null : (
        <p className="text-mute">
          {known === 1
            ? '1 line names a driver who is there already.'
            : `${known} lines name drivers who are there already.`}
        </p>
      )}
      {text.trim() === '' ? null : (
        <p className="text-mute">Add these lines to the roster, or delete them, before you save it.</p>
      )}
      <Button
        className="justify-self-start"
        isDisabled={drivers.length === 0 || errors.length > 0 || length > limit}
        onClick={() => onAdd(drivers)}
      >
        {drivers.length === 0 ? 'Add to the roster' : `Add ${formatCount(drivers.length, 'driver')} to the roster`}
      </Button>
    </fieldset>
  );
}
