import { type ReactNode, useRef, useState } from 'react';
import { addLeagueSeason } from '#contract/calls/edit-league';
import { search } from '#contract/calls/site';
import type { League } from '#contract/entities/league';
import type { SeasonSummary } from '#contract/entities/season';
import { foldText } from '#contract/text/fold-text';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { newSeasonPath } from '../../../actors/season-create.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { SeasonWrite } from './SeasonWrite.tsx';

/** How many of the user's own seasons are offered at a time. */
const mostShown = 8;

/** Adds a season of one's own, or one that a search finds. */
export function AddSeason({ league, own }: { league: League; own: readonly SeasonSummary[] }) {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const list = useRef<HTMLFormElement>(null);
  const addSeason = useWrite(addLeagueSeason);
  const isOwner = useUser()?.userId === league.ownerId;
  const [isAdded, setIsAdded] = useState(false);
  const isLeft = ({ id }: SeasonSummary) => !league.seasonIds.includes(id);
  const words = foldText(text.trim());
  const left = own.filter((season) => isLeft(season) && foldText(season.name).includes(words));
  const lines = (seasons: readonly SeasonSummary[]) => (
    <ul className="stack">
      {seasons.map((season) => (
        <li key={season.id}>
          <SeasonWrite
            id={season.id}
            season={season}
            action="Add"
            write={(key, signal) => addSeason({ params: { leagueId: league.id, seasonId: season.id }, key, signal })}
            onDone={(next) => {
              setIsAdded(true);
              (next ?? list.current)?.focus();
            }}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <form
      ref={list}
      tabIndex={-1}
      className="outline-none stack gap-3"
      onSubmit={onSubmit(() => setSearched(text.trim()))}
    >
      <h3 className="font-750">Add a season</h3>
      {isOwner ? null : (
        <p className="text-14 text-mute">
          A season of yours goes to the owner of the league, unless another league has it.
        </p>
      )}
      <Field
        label="Name of the season"
        name="season-search"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {left.length > 0 ? lines(left.slice(0, mostShown)) : <p className="text-mute">{noneText(own, words)}</p>}
      {left.length > mostShown ? (
        <p className="text-14 text-mute">{left.length - mostShown} more. Type a part of the name.</p>
      ) : null}
      <ButtonLink href={newSeasonPath({ seasonName: text.trim(), leagueId: league.id })} className="justify-self-start">
        Create a season here
      </ButtonLink>
      {words === '' || searched === text.trim() ? null : (
        <Button type="submit" className="justify-self-start">
          Search everybody’s seasons
        </Button>
      )}
      {searched === '' || searched !== text.trim() ? null : (
        <FoundSeasons
          key={searched}
          text={searched}
          isOffered={(season) => isLeft(season) && !own.some(({ id }) => id === season.id)}
        >
          {lines}
        </FoundSeasons>
      )}
      <p role="status" className="text-14 text-green empty:hidden">
        {isAdded ? 'Added.' : ''}
      </p>
    </form>
  );
}

function noneText(own: readonly SeasonSummary[], words: string): string {
  if (words !== '') return 'No season of yours has this name.';
  return own.length === 0 ? 'You have no seasons yet.' : 'All your seasons are in this league.';
}

interface FoundSeasonsProps {
  readonly text: string;
  readonly isOffered: (season: SeasonSummary) => boolean;
  readonly children: (seasons: readonly SeasonSummary[]) => ReactNode;
}

/** Seasons of all users whose name matches. */
function FoundSeasons({ text, isOffered, children }: FoundSeasonsProps) {
  const read = useRead({ call: search, query: { q: text } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={2} height={56} />}>
      {({ seasons }) => {
        const offered = seasons.filter(isOffered);
        return (
          <div className="stack gap-2">
            <h4 className="text-14 text-mute">{offered.length === 0 ? 'Nobody else has one' : 'Of others'}</h4>
            {children(offered)}
          </div>
        );
      }}
    </ReadView>
  );
}
