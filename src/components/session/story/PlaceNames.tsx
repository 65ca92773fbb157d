import { Fragment } from 'react';

interface PlaceNamesProps {
  /** The text at each place, the first one first; none where the place is empty. */
  readonly names: readonly { readonly text: string; readonly isLit: boolean }[];
  /** The height of a place, in px. */
  readonly row: number;
  /** Of the first place, in px. */
  readonly top: number;
  readonly width: number;
  /** Of the chart. */
  readonly side: 'left' | 'right';
}

/**
 * The names beside the places of a chart, over its picture: one text with a line for each, because browsers lay out every
 * text of a picture by itself.
 */
export function PlaceNames({ names, row, top, width, side }: PlaceNamesProps) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute whitespace-pre text-12 text-mute select-none ${side === 'left' ? 'left-0 text-right' : 'right-0'}`}
      style={{ top, width, lineHeight: `${row}px` }}
    >
      {names.map(({ text, isLit }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Fragment key={place}>
          {isLit ? <b className="font-750 text-text">{text}</b> : text}
          {'\n'}
        </Fragment>
      ))}
    </div>
  );
}
