import { type ReactNode, useId, useState } from 'react';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { getSession } from '#contract/calls/sessions';
import type { Driver, Session } from '#contract/entities/session';
import { type RememberedName, renamedDrivers } from '#contract/race/aliases';
import { knownDrivers, namesForCar } from '#contract/race/known-names';
import { isUnnamed } from '#contract/race/unnamed';
import { useDriverNames } from '../../../actors/driver-names.ts';
import { useRead } from '../../../actors/read.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Heading } from '../../../components/Heading.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { SeasonReads } from '../SeasonReads.tsx';
import { Suggestions } from '../Suggestions.tsx';
import { Versioned } from '../Versioned.tsx';
import { EntryLink } from './EntryLink.tsx';
import { driversPath, sessionsPath } from './list-query.ts';
import { RememberNames } from './RememberNames.tsx';
import { sessionTitle } from './session-title.ts';

type Known = ReturnType<typeof knownDrivers>;

/** The number of seasons searched for names if none has the session. */
const newestSeasons = 3;
/** The number of names that are one tap away from each car. */
const offeredNames = 3;

/** Gives the drivers of an own session the names of the people who drove. */
export function RenameDrivers({ id }: { id: string }) {
  const read = useRead({ call: getSession, params: { id } });
  return (
    <div className="in-order stack min-h-dvh content-start gap-5">
      <header className="grid gap-1">
        <EntryLink
          kind="plain"
          href={sessionsPath}
          className="flex min-h-6 items-center justify-self-start text-14 font-650 text-red"
        >
          Your sessions
        </EntryLink>
        <Heading title="Rename drivers">Rename drivers</Heading>
      </header>
      <ReadView read={read} skeleton={<SkeletonCards count={8} />}>
        {(session) => (
          <Versioned read={read}>
            {(version) => (
              <KnownDrivers session={session}>
                {(known) => <NamesForm session={session} version={version} known={known} />}
              </KnownDrivers>
            )}
          </Versioned>
        )}
      </ReadView>
    </div>
  );
}

/** The drivers of the seasons that have the session, or else of the user's newest ones. */
function KnownDrivers({ session, children }: { session: Session; children: (known: Known) => ReactNode }) {
  const own = useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: newestSeasons, right: 'manageSeason' } });
  const attached = (session.events ?? []).map(({ seasonId }) => seasonId);
  // Seasons that are found later would draw the form anew.
  const [ids, setIds] = useState(attached.length === 0 ? null : [...new Set(attached)]);
  const isOver = own.value !== null || own.phase === 'failed' || own.phase === 'notFound';
  if (ids === null && isOver) setIds((own.value?.seasons ?? []).map(({ id }) => id));
  if (ids === null) return <SkeletonCards count={8} />;
  return (
    <SeasonReads ids={ids}>
      {(found, isComplete) =>
        // Names that come later would move the form.
        isComplete ? children(knownDrivers(found.map(({ season }) => season))) : <SkeletonCards count={8} />
      }
    </SeasonReads>
  );
}

interface NamesFormProps {
  readonly session: Session;
  readonly version: string;
  readonly known: Known;
}

function NamesForm({ session, version, known }: NamesFormProps) {
  const [renamed, setRenamed] = useState<readonly RememberedName[]>([]);
  const title = sessionTitle(session);
  const editor = useDriverNames({
    session,
    version,
    title: `Drivers of ${title}`,
    path: driversPath(session.id),
    onSaved: ({ before, after }) => setRenamed(renamedDrivers(before, after, session.drivers)),
  });
  const drivers = [...session.drivers].sort((one, other) => placeOf(one) - placeOf(other));
  const labels = Object.fromEntries(drivers.map((driver) => [String(driver.carIndex), labelOf(driver)]));
  const names = editor.value ?? {};
  const shown = drivers.map(({ carIndex, name }) => names[carIndex] ?? name);
  const knownId = useId();
  return (
    <>
      <form className="grid gap-5" onSubmit={onSubmit(editor.save)}>
        <p className="text-mute">
          <a href={`/sessions/${session.id}`} className="link">
            {title}
          </a>
          . The names change in the results, and in the standings of every season with this session.
        </p>
        <div className="grid gap-x-6 gap-y-4 desk:grid-cols-2 wide:grid-cols-3">
          {drivers.map(({ carIndex, name, team, carNumber }) => {
            const value = names[carIndex] ?? name;
            const isMissing = isUnnamed({ name: value, team });
            return (
              <div key={carIndex} className="grid content-start gap-2">
                <Field
                  label={labels[carIndex] ?? ''}
                  name={`driver-${carIndex}`}
                  autoComplete="off"
                  spellCheck={false}
                  required
                  list={knownId}
                  value={value}
                  // Typing replaces a name that says nothing.
                  onFocus={({ target }) => (isMissing ? target.select() : undefined)}
                  onChange={({ target }) => editor.change({ [carIndex]: target.value })}
                  {...(isMissing ? { hint: 'Has no name yet.' } : {})}
                  error={fieldErrorOf(editor.failure, String(carIndex))}
                />
                {isMissing ? (
                  <Suggestions
                    label={`Known drivers for ${labels[carIndex]}`}
                    values={namesForCar(known, { carNumber, team }, shown).slice(0, offeredNames)}
                    onChoose={(chosen) => editor.change({ [carIndex]: chosen })}
                  />
                ) : null}
              </div>
            );
          })}
        </div>
        <datalist id={knownId}>
          {known.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <EditorFoot
          editor={editor}
          label="Save names"
          fields={labels}
          isIncomplete={Object.values(names).some((name) => name.trim() === '')}
        />
      </form>
      {renamed.length === 0 || editor.isDirty ? null : <RememberNames names={renamed} />}
    </>
  );
}

function placeOf({ finishingPosition, position, carIndex }: Driver): number {
  return finishingPosition ?? position ?? 100 + carIndex;
}

/** `P3 · 44 · Northline`: the description of a driver besides the name. */
function labelOf(driver: Driver): string {
  const { finishingPosition, carNumber, team, carIndex } = driver;
  const parts = [
    finishingPosition === null ? `Car ${carIndex + 1}` : `P${finishingPosition}`,
    carNumber === null ? null : `No. ${carNumber}`,
    team,
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
