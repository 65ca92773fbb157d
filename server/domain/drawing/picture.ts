import type { TrackOutline } from '#contract/entities/track';
import type { Stroke } from '#contract/race/line-strokes';

/** The form of a picture: wide for previews of links, tall for chats on phones. */
export type PictureShape = 'wide' | 'tall';

/** The sizes of pictures, in px. */
export const pictureSizes = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1350 },
} as const satisfies Record<PictureShape, { readonly width: number; readonly height: number }>;

/** The side of the image of a league before its name, in px. */
export const markSide = 48;

/** A line of a table. */
export interface PictureRow {
  readonly position: string;
  readonly name: string;
  /** In place of a name that has no letter of the fonts. */
  readonly otherName: string;
  readonly colour: string;
  /** Whether it is the second car of its team, whose bar is notched. */
  readonly isSecond: boolean;
  readonly value: string;
  /** Beside the value, smaller. */
  readonly note: string;
  /** Stands out, and is shown whatever its position. */
  readonly isMarked?: boolean;
}

/** A car on the outline of a track. */
export interface PictureCar {
  /** In m. */
  readonly x: number;
  readonly z: number;
  readonly colour: string;
  /** Beside it; empty for none. */
  readonly label: string;
}

/** Points behind the leader by round, for the first drivers of a championship. */
export interface PictureChart {
  readonly rounds: readonly number[];
  readonly lastRound: number;
  /** Points that one driver can still win; null where it is not known. */
  readonly left: number | null;
  readonly lines: readonly {
    readonly name: string;
    readonly otherName: string;
    readonly colour: string;
    readonly dash: Stroke['dash'];
    readonly isInFight: boolean;
    readonly behind: readonly number[];
    readonly value: string;
  }[];
}

/** The content of a picture, without its format. */
export interface Picture {
  /** Where it belongs, above the title: league, season, round. */
  readonly place: string;
  readonly title: string;
  readonly subtitle: string;
  /** At the foot. */
  readonly status: string;
  readonly rows: readonly PictureRow[];
  /** No row is ahead of the others: the first has no colour of its own. */
  readonly isUnranked?: boolean;
  /** In place of rows, where there are none. */
  readonly empty: string;
  /** More rows are not shown. */
  readonly most: Readonly<Record<PictureShape, number>>;
  /** Instead of rows. */
  readonly chart?: PictureChart;
  readonly outline?: TrackOutline['points'];
  /** On the outline, the first place first. */
  readonly cars?: readonly PictureCar[];
  /** After the subtitle, in its colour, which is also that of the track. */
  readonly flag?: { readonly name: string; readonly colour: string };
  /** The data address of a square image. */
  readonly badge?: string;
  /** The same, small, before the place. */
  readonly mark?: string | undefined;
}
