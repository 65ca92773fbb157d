import { getUsage } from '#contract/calls/account';
import type { Amount } from '#contract/entities/usage';
import { useRead } from '../../actors/read.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatAmount, type StoredKind, storedKinds, usageWarning } from './usage-text.ts';

/** The account's stored amounts on the server, and their limits. */
export function StorageUsage() {
  const read = useRead({ call: getUsage });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
      {(usage) => (
        <ul className="grid border-t border-line">
          {(Object.keys(storedKinds) as StoredKind[]).map((kind) => (
            <UsageRow key={kind} kind={kind} amount={usage[kind]} />
          ))}
        </ul>
      )}
    </ReadView>
  );
}

function UsageRow({ kind, amount }: { kind: StoredKind; amount: Amount }) {
  const warning = usageWarning(kind, amount);
  return (
    <li className="grid gap-1 border-b border-line py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-650">{storedKinds[kind]}</span>
        <span className="tabular-nums text-mute">{formatAmount(kind, amount)}</span>
      </div>
      <progress className="progress" aria-label={storedKinds[kind]} max={amount.limit} value={amount.used} />
      {warning === null ? null : <p className="text-14 text-amber">{warning}</p>}
    </li>
  );
}
