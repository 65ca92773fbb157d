import { SeasonExport } from '../../season/SeasonExport.tsx';
import type { SectionProps } from './section-props.ts';

/** Pictures, files, the calendar and the print sheet of the season. */
export function ExportSection({ season }: SectionProps) {
  return <SeasonExport season={season} />;
}
