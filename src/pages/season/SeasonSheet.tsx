import { createPortal } from 'react-dom';
import type { Season } from '#contract/entities/season';
import { resultIn, resultsColumns } from '#contract/race/championship';
import { resultText } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import { trackCode } from '../../format/track-code.ts';
import { seasonStatus } from './season-status.ts';

/** The room for rows on a sheet, in mm, and the height of one where there are few. */
const room = 150;
const tallest = 6.5;

/** The season on one sheet of paper: standings with every result, and constructors. Seen only in print. */
export function SeasonSheet({ season }: { season: Season }) {
  const { drivers, teams = [] } = season.standings;
  const columns = resultsColumns(season);
  const row = Math.min(tallest, room / Math.max(1, drivers.length + Math.ceil(teams.length / 4)));
  return createPortal(
    <div className="print-sheet" aria-hidden="true" style={{ fontSize: `${row * 0.62}mm`, lineHeight: `${row}mm` }}>
      <p style={{ fontSize: '5.5mm', lineHeight: '7mm', fontWeight: 800 }}>{season.name}</p>
      <p style={{ fontSize: '3.2mm', lineHeight: '5mm' }}>{seasonStatus(season)}</p>
      <table>
        <thead>
          <tr>
            <th>P</th>
            <th className="text-left">Driver</th>
            {columns.map(({ event, session, scoring }) => (
              <th key={session.id}>{`${trackCode(event.track)}${scoring === 'sprint' ? 'S' : ''}`}</th>
            ))}
            <th>Points</th>
          </tr>
        </thead>
        <tbody>
          {drivers.map((driver, index) => (
            <tr key={driver.name}>
              <td>{index + 1}</td>
              <td className="text-left">{driver.name}</td>
              {columns.map(({ session }) => {
                const result = resultIn(driver, session.id);
                return (
                  <td key={session.id} className={result?.dropped === true ? 'line-through' : ''}>
                    {result === null ? '' : resultText(result)}
                  </td>
                );
              })}
              <td className="font-800">{formatPoints(driver.points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{teams.map(({ name, points }, index) => `${index + 1} ${name} ${formatPoints(points)}`).join(' · ')}</p>
    </div>,
    document.body,
  );
}
