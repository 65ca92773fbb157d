import type { ComponentProps } from 'react';
import { ConfirmedWrite } from '../dashboard/seasons/ConfirmedWrite.tsx';

interface AccessRowProps extends Pick<ComponentProps<typeof ConfirmedWrite>, 'question' | 'confirmLabel' | 'write'> {
  readonly name: string;
  readonly note: string;
  readonly verb: 'Delete' | 'Remove';
}

/** A program that has access to the account, with a button that ends it. */
export function AccessRow({ name, note, verb, ...confirmed }: AccessRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <span className="grid min-w-0">
        <span className="name-line font-650">{name}</span>
        <span className="text-14 text-mute">{note}</span>
      </span>
      <ConfirmedWrite {...confirmed} label={verb} description={`${verb} ${name}`} />
    </li>
  );
}
