import type { ReactNode } from 'react';
import type { Claim } from '#contract/entities/roster';
import { Button } from '../../../components/Button.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { DriverClaim, userOf } from './DriverClaim.tsx';
import { calledName } from './DriverFields.tsx';
import { otherNames, type DriverRow as Row } from './driver-rows.ts';

interface DriverRowProps {
  readonly row: Row;
  readonly claims: readonly Claim[];
  readonly isOpen: boolean;
  readonly error: string | null;
  readonly onToggle: () => void;
  /** Everything that can be done with the driver, while the row is open. */
  readonly children: ReactNode;
}

/** A driver in one row: number, name, team, other names, account. It opens; an account that waits is decided at once. */
export function DriverRow({ row, claims, isOpen, error, onToggle, children }: DriverRowProps) {
  const { driver, number, teams } = row;
  const name = driver === null ? row.name : calledName(driver);
  const reserve = driver?.isReserve === true ? 'reserve' : null;
  const [alias, ...others] = otherNames(row);
  const cells = [
    [teams.join(' → '), reserve].filter((part) => part !== null && part !== '').join(', '),
    alias === undefined ? '' : `also ${alias}${others.length === 0 ? '' : ` +${others.length}`}`,
    driver === null
      ? 'not in the roster'
      : claims.flatMap((claim) => (claim.confirmedAt ? [`account ${userOf(claim)}`] : [])).join(', '),
  ];
  return (
    <li className={`border-b border-hair ${isOpen ? 'bg-raised' : ''}`}>
      <div className="relative grid min-h-14 grid-cols-[36px_auto_minmax(0,1fr)_16px] content-center items-center gap-x-2.5 px-2 py-1.5 hover:bg-raised desk:min-h-11 desk:grid-cols-[36px_auto_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,5fr)_16px]">
        <b className="text-right text-17 font-800 text-mute tabular-nums">{number}</b>
        <TeamBar team={teams.at(-1) ?? null} />
        <h3 className="line-clamp-2 text-17 leading-tight font-750 wrap-anywhere">
          <Button kind="plain" className="cover" aria-expanded={isOpen} onClick={onToggle}>
            <bdi className={driver === null ? 'text-mute' : ''}>{name}</bdi>
          </Button>
        </h3>
        <p className="truncate text-14 text-mute empty:hidden max-desk:col-start-3 max-desk:row-start-2 desk:contents">
          {cells.map((cell, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells are always these
              key={index}
              className={`desk:truncate ${cell === '' ? 'max-desk:hidden' : ''}`}
            >
              {cell !== '' && cells.slice(0, index).some((each) => each !== '') ? (
                <span className="desk:hidden"> · </span>
              ) : null}
              <bdi>{cell}</bdi>
            </span>
          ))}
        </p>
        <span
          aria-hidden="true"
          className={`text-20 text-mute max-desk:col-start-4 max-desk:row-start-1 ${isOpen ? 'rotate-90' : ''}`}
        >
          ›
        </span>
      </div>
      {claims.map((claim) =>
        isOpen || claim.confirmedAt === null ? (
          <div key={claim.id} className="px-2 pb-2 pl-14">
            <DriverClaim claim={claim} name={name} />
          </div>
        ) : null,
      )}
      {error === null ? null : (
        <p className="px-2 pb-2 pl-14 text-14 text-red" role="alert">
          {error}
        </p>
      )}
      {isOpen ? <div className="stack gap-3 px-2 pb-4 desk:pl-14">{children}</div> : null}
    </li>
  );
}
