/** The answer of a read, as an anonymous visitor gets it. `version` is its ETag. */
interface RenderedAnswer {
  /** The path and the query of the read. */
  readonly address: string;
  readonly version: string | null;
  readonly value: unknown;
}

/** The data of a page that the server has rendered. The browser draws its first picture from the same data. */
export interface RenderedPage {
  /** When the page was rendered, in ms since 1970 by the server's clock. */
  readonly at: number;
  readonly answers: readonly RenderedAnswer[];
}

/** The id of the element of the HTML that has this data as JSON. */
export const renderedPageId = 'rendered-page';

/** The event of the window that says that the app has taken over a rendered page. */
export const takenOver = 'pitboard-taken-over';
