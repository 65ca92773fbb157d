import * as v from 'valibot';
import { defaultPageSize, maximumPageSize } from '../constants.ts';
import { PageKey } from '../values/page-key.ts';
import { queryNumber } from '../values/values.ts';

/** Parameters of the queries and headers of several calls. */

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
  shape: v.optional(v.picklist(['wide', 'tall']), 'wide'),
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
  separator: v.optional(v.picklist(['comma', 'semicolon']), 'comma'),
};

/** A number of an enumeration, sent as text. */
export function enumerated<const Output extends number>(schema: v.GenericSchema<Output>) {
  return v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, 'must be a number'), v.transform(Number), schema);
}

/** The key of a private live session. */
export const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The header with the key of a private session. */
export const sessionKey = { 'X-Session-Key': 'The key of a private session' };
