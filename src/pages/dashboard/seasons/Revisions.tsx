import { useRead } from '../../../actors/read.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';
import { formatInstant } from '../../../format/date.ts';
import type { SectionProps } from './section-props.ts';

/** Every revision, with its changes and the changes since. */
export function Revisions({ season }: Pick<SectionProps, 'season'>) {
  const read = useRead({ name: 'listRevisions', params: { id: season.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={120} />}>
      {(revisions) => {
        const [latest] = revisions;
        return (
          <div className="stack gap-4 border-t border-line pt-4">
            {latest === undefined || season.revision?.hasChanged !== true ? null : (
              <div className="stack gap-2">
                <h3 className="text-17 font-750">Changed since official {latest.number}</h3>
                <StandingsDiff
                  before={latest.standings}
                  after={season.standings}
                  label={`Changed since official ${latest.number}`}
                  equalText="Places and points are the same; details of results differ."
                />
              </div>
            )}
            <h3 className="text-17 font-750">Published so far</h3>
            <ol className="grid">
              {revisions.map(({ number, note, authorName, publishedAt, standings }, index) => (
                <li key={number} className="grid gap-1 border-b border-hair py-2 last:border-0">
                  <p className="flex flex-wrap gap-x-3">
                    <b className="font-750">Official {number}</b>
                    <span className="text-mute">
                      {authorName === null ? null : <bdi>{authorName}, </bdi>}
                      {formatInstant(publishedAt)}
                    </span>
                  </p>
                  {note === null ? null : (
                    <p className="wrap-anywhere whitespace-pre-line">
                      <bdi>{note}</bdi>
                    </p>
                  )}
                  {revisions[index + 1] === undefined ? null : (
                    <details>
                      <summary className="flex min-h-11 items-center link">What it changed</summary>
                      <StandingsDiff
                        before={revisions[index + 1]?.standings ?? standings}
                        after={standings}
                        label={`Changes of official ${number}`}
                        equalText="No place and no points."
                      />
                    </details>
                  )}
                </li>
              ))}
            </ol>
          </div>
        );
      }}
    </ReadView>
  );
}
