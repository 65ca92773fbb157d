import { useState } from 'react';
import { updateRulings } from '#contract/calls/rulings';
import { getSession } from '#contract/calls/sessions';
import type { Ruling } from '#contract/entities/ruling';
import { grouped } from '#contract/race/grouped';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';
import { RulingPreview } from './RulingPreview.tsx';
import { RulingRow } from './RulingRow.tsx';
import type { SectionProps } from './section-props.ts';

interface RulingDraftsProps extends SectionProps {
  readonly drafts: readonly Ruling[];
}

/** The drafts of rulings by session, each with what they change together, and the way to put them in force. */
export function RulingDrafts({ season, version, drafts }: RulingDraftsProps) {
  const send = useWrite(updateRulings);
  const ids = drafts.map(({ id }) => id);
  const body = { state: 'inForce', ids } as const;
  return (
    <div className="grid gap-3">
      <p className="text-mute">They have no effect yet, and only stewards and admins see them.</p>
      {[...grouped(drafts, ({ sessionId }) => sessionId)].map(([sessionId, own]) => (
        <div key={sessionId} className="stack gap-2 border-b border-hair pb-3">
          <ul className="grid gap-4">
            {own.map((ruling) => (
              <li key={ruling.id}>
                <RulingRow season={season} version={version} ruling={ruling} />
              </li>
            ))}
          </ul>
          <Changes season={season} sessionId={sessionId} drafts={own} />
        </div>
      ))}
      {drafts.length < 2 ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <ConfirmedWrite
            label={`Put all ${drafts.length} in force`}
            question={`Put ${drafts.length} rulings in force? Everybody sees them then.`}
            confirmLabel="Put in force"
            write={(key, signal) => send({ entity: season, version, params: { id: season.id }, body, key, signal })}
          />
        </div>
      )}
    </div>
  );
}

type ChangesProps = Pick<RulingDraftsProps, 'season' | 'drafts'> & { readonly sessionId: string };

/** What drafts on one session change; its details are read once that is opened. */
function Changes({ drafts, ...props }: ChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 items-center link">
        {drafts.length === 1 ? 'What it changes' : 'What they change together'}
      </summary>
      {isOpen ? <ChangesOf {...props} drafts={drafts} /> : null}
    </details>
  );
}

function ChangesOf({ season, sessionId, drafts }: ChangesProps) {
  const read = useRead({ call: getSession, params: { id: sessionId } });
  return (
    <div className="stack gap-3 rounded-8 bg-raised p-3">
      <ReadView isPart read={read} skeleton={<Skeleton height={64} />}>
        {(session) => <RulingPreview season={season} session={session} rulings={drafts} />}
      </ReadView>
    </div>
  );
}
