import type { Failure } from '#contract/api/problem';
import { longestDescription, longestName } from '#contract/constants';
import { visibleLength } from '#contract/values/text-values';
import { Choice } from '../../../components/form/Choice.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { LimitedField } from '../../../components/form/LimitedField.tsx';
import { TextArea } from '../../../components/form/TextArea.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import type { LeagueDetails } from '../../../format/league-details.ts';

/** The fields of a league, as people call them. */
export const fieldLabels: Readonly<Record<keyof LeagueDetails, string>> = {
  name: 'Name',
  description: 'Description',
  discord: 'Discord',
  website: 'Website',
  isPublic: 'Who can see it',
};

const visibilities = [
  {
    value: 'public',
    label: 'Public',
    hint: 'Everybody can find it, open its link and see its seasons with their sessions.',
  },
  {
    value: 'private',
    label: 'Private',
    hint: 'Only its members and its drivers can see it. A season of yours is hidden too while it is in private leagues alone, and so are the sessions that only such seasons hold: no list, search or link shows them to others.',
  },
] as const;

/** A field as a text, to compare it with another value. */
export function fieldText(details: LeagueDetails, field: keyof LeagueDetails): string {
  return field === 'isPublic' ? (details.isPublic ? 'Public' : 'Private') : details[field];
}

interface LeagueFieldsProps {
  readonly details: LeagueDetails;
  readonly failure: Failure | null;
  readonly onChange: (change: Partial<LeagueDetails>) => void;
}

/** The name of a league, with its error. */
export function LeagueName({ details, failure, onChange }: LeagueFieldsProps) {
  return (
    <LimitedField
      label="Name"
      name="league-name"
      autoComplete="off"
      required
      value={details.name}
      onChange={(event) => onChange({ name: event.target.value })}
      hint={`Up to ${longestName} characters, such as Sunday Racing League.`}
      limit={longestName}
      error={fieldErrorOf(failure, 'name')}
    />
  );
}

/** All inputs of a league but its name, with their errors. */
export function LeagueDescription({ details, failure, onChange }: LeagueFieldsProps) {
  const { description, discord, website, isPublic } = details;
  return (
    <>
      <TextArea
        label="Description"
        name="league-description"
        rows={5}
        value={description}
        onChange={(event) => onChange({ description: event.target.value })}
        length={visibleLength(description)}
        limit={longestDescription}
        error={fieldErrorOf(failure, 'description')}
      />
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <Field
          label="Discord"
          name="league-discord"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={discord}
          onChange={(event) => onChange({ discord: event.target.value })}
          hint="An invitation, such as discord.gg/abc."
          error={fieldErrorOf(failure, 'discord')}
        />
        <Field
          label="Website"
          name="league-website"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={website}
          onChange={(event) => onChange({ website: event.target.value })}
          hint="Such as https://example.org."
          error={fieldErrorOf(failure, 'website')}
        />
      </div>
      <Choice
        legend={fieldLabels.isPublic}
        options={visibilities}
        value={isPublic ? 'public' : 'private'}
        onChange={(value) => onChange({ isPublic: value === 'public' })}
      />
    </>
  );
}

/** Whether the form can be sent; a form that cannot says why at its fields. */
export function isComplete({ name, description }: LeagueDetails): boolean {
  const length = visibleLength(name.trim());
  return length > 0 && length <= longestName && visibleLength(description) <= longestDescription;
}
