/** Classes of bars at the bottom of the screen: above the dock, the network status and the update toast. */
export const deletionBars =
  'no-print pointer-events-none safe-bottom-16 z-25 grid gap-2 data-offline:safe-bottom-26 desk:bottom-4 desk:data-offline:bottom-14 landscape:bottom-4 landscape:data-offline:bottom-14';
