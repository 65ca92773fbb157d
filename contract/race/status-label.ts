import { ResultStatus } from '../enumerations.ts';

const statusLabels: Record<ResultStatus, string | null> = {
  [ResultStatus.Invalid]: null,
  [ResultStatus.Inactive]: null,
  [ResultStatus.Active]: null,
  [ResultStatus.Finished]: null,
  [ResultStatus.DidNotFinish]: 'DNF',
  [ResultStatus.Disqualified]: 'DSQ',
  [ResultStatus.NotClassified]: 'NC',
  [ResultStatus.Retired]: 'RET',
};

/** DNF, DSQ, NC or RET in place of a time; null for drivers who finished or are still driving. */
export function statusLabel(status: ResultStatus): string | null {
  return statusLabels[status];
}
