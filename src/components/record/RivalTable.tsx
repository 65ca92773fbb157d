import type { Rival } from '#contract/entities/record';
import { ColumnHeads } from '../ColumnHeads.tsx';

interface RivalTableProps {
  /** The driver whose rivals these are. */
  readonly name: string;
  readonly rivals: readonly Rival[];
  readonly addressOf: (rival: Rival) => string;
}

/** A driver against each of the others: in the results of common races, and on their grids. */
export function RivalTable({ name, rivals, addressOf }: RivalTableProps) {
  return (
    <table className="w-full text-right">
      <caption className="sr-only">{name} against others: ahead – behind</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'Against', className: 'text-left' },
          { name: 'Races', className: 'tiny:hidden' },
          { name: 'Result' },
          { name: 'Grid' },
        ]}
      />
      <tbody>
        {rivals.map((rival) => (
          <tr key={rival.id} className="h-11 border-b border-hair hover:bg-raised">
            <th scope="row" className="max-w-0 px-1.5 text-left font-500" style={{ width: '45%' }}>
              <a href={addressOf(rival)} className="grid min-h-11 min-w-0 content-center">
                <bdi className="truncate font-750">{rival.name}</bdi>
              </a>
            </th>
            <td className="px-1.5 text-mute tiny:hidden">{rival.races}</td>
            <td className="px-1.5 font-750">
              {rival.ahead} – {rival.behind}
            </td>
            <td className="px-1.5">
              {rival.startedAhead} – {rival.startedBehind}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
