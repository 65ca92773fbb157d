import { sessionsOfSeason } from '#contract/race/season-sessions';
import { Empty } from '../../../components/Empty.tsx';
import { RulingDrafts } from './RulingDrafts.tsx';
import { RulingForm } from './RulingForm.tsx';
import { RulingRow } from './RulingRow.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';
import type { SectionProps } from './section-props.ts';

/** The rulings of a season. */
export function EditSeasonRulingsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="rulings" title="Rulings">
      {(props) => (
        <>
          <DraftsCard {...props} />
          <SectionCard id="rulings" title="Rulings">
            <RulingsSection {...props} />
          </SectionCard>
        </>
      )}
    </SeasonEditor>
  );
}

function DraftsCard({ season, version }: SectionProps) {
  const drafts = (season.rulings ?? []).filter(({ state }) => state === 'draft');
  return drafts.length === 0 ? null : (
    <SectionCard id="drafts" title="Drafts">
      <RulingDrafts season={season} version={version} drafts={drafts} />
    </SectionCard>
  );
}

/** The stewards' ledger: a form for a new ruling, and all rulings, the newest first. */
function RulingsSection({ season, version }: SectionProps) {
  const sessions = sessionsOfSeason(season);
  const rulings = (season.rulings ?? []).filter(({ state }) => state !== 'draft').reverse();
  return (
    <>
      {sessions.length === 0 ? (
        <Empty title="Nothing to rule on yet">Penalties can be given here once an event has a race.</Empty>
      ) : (
        <RulingForm season={season} version={version} sessions={sessions} />
      )}
      {rulings.length === 0 ? null : (
        <div className="grid gap-2 border-t border-line pt-4">
          <h3 className="text-17 font-750">All rulings</h3>
          <ul className="grid">
            {rulings.map((ruling) => (
              <li key={ruling.id} className="border-b border-hair py-2 last:border-0">
                <RulingRow season={season} version={version} ruling={ruling} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
