import { asUtc } from '../format/date.ts';
import { useHydrated } from '../navigation/use-hydrated.ts';

interface LocalTimeProps {
  /** ISO 8601. */
  readonly instant: string;
  /** Writes an instant in the viewer's time zone, in words that are as long as those of any other zone. */
  readonly format: (instant: string) => string;
}

/** An instant in the viewer's time zone; in UTC on the server, which does not know the zone. */
export function LocalTime({ instant, format }: LocalTimeProps) {
  return format(useHydrated() ? instant : asUtc(instant));
}
