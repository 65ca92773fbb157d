/** Classes of a toast: a card in the region at the bottom of the page. */
export const toast =
  'no-print animate-come pointer-events-auto mx-auto mb-3 flex w-[calc(100%-32px)] max-w-lg flex-wrap items-center justify-between gap-3 rounded-10 border border-line bg-raised p-3';
