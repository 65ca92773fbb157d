import { useState } from 'react';
import { setAliases } from '#contract/calls/edit-season';
import { getSeason, pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import { type RememberedName, rememberNames } from '#contract/race/aliases';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useLoad, useWrite } from '../../../actors/write.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';

/** Offers to remember new names for a season: other sessions with the old names then count for the same drivers. */
export function RememberNames({ names }: { names: readonly RememberedName[] }) {
  const { value } = useRead({
    call: pageOwnSeasons,
    query: { page: 0, pageSize: maximumPageSize, right: 'manageSeason' },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const seasons = value?.seasons ?? [];
  const season = seasons.find(({ id }) => id === chosen) ?? seasons[0];
  // Without a season there is nothing to remember names for.
  if (season === undefined) return null;
  return (
    <section aria-labelledby="remember" className="card grid max-w-xl gap-4 p-4">
      <div className="grid gap-1">
        <h2 id="remember" className="text-17 font-750">
          Remember these names for a season?
        </h2>
        <p className="text-14 text-mute">Its other sessions with the old names then count for the same drivers.</p>
      </div>
      <ul className="grid gap-1">
        {names.map(({ recorded, shown }) => (
          <li key={recorded} className="wrap-anywhere">
            <bdi className="text-mute">{recorded}</bdi> → <bdi className="font-650">{shown}</bdi>
          </li>
        ))}
      </ul>
      <SelectField label="Season" value={season.id} onChange={({ target }) => setChosen(target.value)}>
        <Options of={seasons.map(({ id, name }) => [id, name])} />
      </SelectField>
      <RememberForm key={season.id} season={season} names={names} />
    </section>
  );
}

function RememberForm({ season, names }: { season: SeasonSummary; names: readonly RememberedName[] }) {
  const { id } = season;
  const load = useLoad();
  const send = useWrite(setAliases);
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: async (_: undefined, key, signal) => {
      // The newest aliases: all of them are sent.
      const stored = await load(getSeason, id);
      if ('failure' in stored) return stored;
      const aliases = rememberNames(stored.value.aliases ?? [], names, stored.value.roster ?? []);
      return send({ entity: season, version: stored.version, params: { id }, body: { aliases }, key, signal });
    },
  });
  if (isDone)
    return (
      <p role="status">
        Remembered in{' '}
        <a href={`/dashboard/seasons/${id}/edit/drivers`} className="link">
          <bdi>{season.name}</bdi>
        </a>
        .
      </p>
    );
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit(undefined))}>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <SubmitButton label="Remember" isBusy={isBusy} wait={wait} isDisabled={secondsLeft > 0} />
    </form>
  );
}
