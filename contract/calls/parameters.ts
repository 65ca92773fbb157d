import * as v from 'valibot';
import { defaultPageSize, maximumPageSize } from '../constants.ts';
import { PageKey } from '../values/page-key.ts';
import { queryNumber } from '../values/values.ts';

/** Parameters of the queries and headers of calls; enumerations of a query have names in the OpenAPI document. */

/** A boolean of a query. */
export const BooleanText = v.picklist(['true', 'false']);

/** The format of a picture to share. */
export const PictureShape = v.picklist(['wide', 'tall']);

/** What a picture of a season shows. */
export const SeasonPicture = v.picklist(['drivers', 'teams', 'fight']);

/** The separator of the cells of a CSV file. */
export const CsvSeparator = v.picklist(['comma', 'semicolon']);

/** A table of a season. */
export const SeasonTable = v.picklist(['drivers', 'teams', 'results']);

/** The owners whose seasons are listed. */
export const SeasonOwner = v.picklist(['any', 'others']);

/** A right that the caller has in the seasons of a list. */
export const SeasonRight = v.picklist(['seeMembers', 'manageSeason', 'attachRecordings', 'rule']);

/** The part that the listed sessions are without. */
export const MissingPart = v.picklist(['event', 'names']);

/** How much of a live session is sent. */
export const LiveView = v.picklist(['table', 'full']);

/** How the messages of a live session are written. */
export const LiveFormat = v.picklist(['binary', 'json']);

/** How the first snapshot of a live session is sent. */
export const LiveSnapshot = v.picklist(['whole', 'parts']);

const page = {
  /** The page, counted from 0. */
  page: v.optional(queryNumber(0, 1_000_000), '0'),
};
const after = {
  /**
   * The `next` of a page: the list begins with the entry after it, whatever was added or deleted meanwhile, and pages are counted
   * from there.
   */
  after: v.optional(PageKey),
};

/** A page of a list whose pages have one size. */
export const Page = v.object({ ...page, ...after });

/** A page of a list. */
export const Paging = v.object({
  ...page,
  /** How many entries a page has. */
  pageSize: v.optional(queryNumber(1, maximumPageSize), String(defaultPageSize)),
  ...after,
});

/** A picture to share. */
export const picture = {
  /** wide: 1200 × 630 px, for previews of links; tall: 1080 × 1350 px, for chats on phones. */
  shape: v.optional(PictureShape, 'wide'),
  /** Any text: the address of a picture has its version here. */
  v: v.pipe(
    v.optional(v.string()),
    v.transform(() => undefined),
  ),
};

/** A stored image. */
export const ImageQuery = v.object({
  /** Any text: the address of a picture has its version here. */
  v: v.optional(v.string()),
});

/** A file of tables. */
export const csv = {
  /** Between cells; semicolon: numbers and times have decimal commas, as Excel reads them where those are usual. */
  separator: v.optional(CsvSeparator, 'comma'),
};

/** A number of an enumeration, sent as text. */
export function enumerated<const Output extends number>(schema: v.GenericSchema<Output>) {
  return v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, 'must be a number'), v.transform(Number), schema);
}

/** The key of a private live session. */
export const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The header with the key of a private session. */
export const sessionKey = { 'X-Session-Key': 'The key of a private session' };
