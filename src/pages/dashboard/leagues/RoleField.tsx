import type { Rights } from '../../../actors/rights.tsx';
import { Choice } from '../../../components/form/Choice.tsx';
import { type RoleChoice, roleChoices } from '../../../format/role-words.ts';

interface RoleFieldProps {
  /** Those of the user. */
  readonly rights: Rights;
  readonly value: RoleChoice;
  readonly onChange: (choice: RoleChoice) => void;
}

/** A role to give: only the owner of a league makes admins. */
export function RoleField({ rights, value, onChange }: RoleFieldProps) {
  const choices = Object.entries(roleChoices) as [RoleChoice, (typeof roleChoices)[RoleChoice]][];
  const options = choices
    .filter(([choice]) => choice !== 'admin' || rights.can('ownLeague'))
    .map(([choice, { label, hint }]) => ({ value: choice, label, hint }));
  return <Choice legend="Role" options={options} value={value} onChange={onChange} />;
}
