import { getSession } from '#contract/calls/sessions';
import type { EventSession, Season, SeasonEvent } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { useRead } from '../../../actors/read.tsx';
import { useCorrectedResult } from '../../../actors/typed-result.ts';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { knownDrivers } from '../../../format/known-drivers.ts';
import { trackName } from '../../../format/names.ts';
import { isStorable, parseResult } from '../../../format/typed-result.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { TypedResultField } from './TypedResultField.tsx';

interface CorrectResultProps {
  readonly season: Season;
  readonly event: SeasonEvent;
  readonly attached: EventSession;
  readonly onStored: () => void;
}

/** Changes a result that was entered by hand. */
export function CorrectResult({ season, event, attached, onStored }: CorrectResultProps) {
  const read = useRead({ call: getSession, params: { id: attached.session.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={320} />}>
      {(session) => (
        <CorrectionForm
          season={season}
          event={event}
          session={session}
          version={read.version ?? ''}
          onStored={onStored}
        />
      )}
    </ReadView>
  );
}

interface CorrectionFormProps extends Omit<CorrectResultProps, 'attached'> {
  readonly session: Session;
  readonly version: string;
}

function CorrectionForm({ season, event, session, version, onStored }: CorrectionFormProps) {
  const title = `${season.name}: corrected result of ${event.name ?? trackName(event.track)}`;
  const editor = useCorrectedResult({ season, event, session, version, title, onStored });
  const text = editor.value?.text ?? '';
  const result = parseResult(text, knownDrivers(season, event.id), session.sessionType);
  return (
    <form className="stack gap-4 pb-3" aria-label="Corrected result" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        Rulings stay with the names that they are for: a name alone is changed with “Rename drivers” on the page of the
        session. The result before can be restored in “Your sessions” for 14 days.
      </p>
      <TypedResultField text={text} result={result} onChange={(typed) => editor.change({ text: typed })} />
      <EditorFoot
        editor={editor}
        label={`Save result of ${formatCount(result.places.length, 'driver')}`}
        fields={{ text: 'Result' }}
        isIncomplete={!isStorable(text, result)}
      />
    </form>
  );
}
